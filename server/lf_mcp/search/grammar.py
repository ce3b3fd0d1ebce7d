"""The reference of the search language that guidance hands to a model. Source: the vendor's help, observed queries."""

GRAMMAR = r"""
SEARCH LANGUAGE OF THE LASERFICHE REPOSITORY API (self-hosted servers included)

A query is made of clauses in braces. Join them with & (both) or | (either); group with parentheses; put - between two
clauses for "but not".

ENTRY NAMES
  {LF:Name="Lease 604"}       the whole name, no matter the letter case
  {LF:Name="*lease*"}         "lease" anywhere in the name; * is any run of characters
  {LF:Name="Invoice 20?4"}    ? is exactly one character
  Without a wildcard only the identical name matches.

WORDS INSIDE DOCUMENTS
  {LF:Basic~="unpaid balance"}
  {LF:Basic~="roof repair", option="D"}
  The operator is ~= and never = here. This looks into the text index, where the OCR text of scans lives. Prefer it
  whenever the question is about what documents say and not about how they are called.
  option picks the places: D document text, F field values, A annotations, N entry name; L and T put a wildcard in front
  of or behind the value (leading, trailing). Without option: D, F, A and N, no wildcards.

FOLDERS
  {LF:LookIn="\Finance\Invoices"}    this folder and everything below it; combine it with another clause

TEMPLATES AND FIELDS
  {[Lease]:[Tenant]="*Rivera*"}              template and field each in their own brackets
  {[AP Invoice]:[Invoice Date]>="2024-01-01"}  dates and numbers take = <> < <= > >=
  {[]:[Tenant]="*Rivera*"}                   the field, whichever template it came from

TOGETHER
  {LF:Basic~="unpaid balance"} & {LF:LookIn="\Property Management\Leases"}
  {LF:Name="*minutes*"} & {LF:LookIn="\City Clerk"}
  {[Permit]:[Status]="Open"} | {LF:Name="*open permit*"}

QUOTES
  Values stand in double quotes. A double quote inside a value gets a backslash: {LF:Name="Matter \"Q1\" drafts"}.
  Backslashes of paths stay single.

WILDCARDS
  * and ? work in names and fields. A clause without one is exact.
""".strip()
