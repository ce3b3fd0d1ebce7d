-- One repository. Text keys ending in _key are case-folded copies for comparison; times are ISO 8601, UTC, with Z.

CREATE TABLE fact (                     -- what is true of the repository as a whole: name, corpus
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE account (
    name TEXT NOT NULL,
    name_key TEXT PRIMARY KEY,
    password TEXT NOT NULL,
    attributes TEXT NOT NULL DEFAULT '{}',   -- JSON object
    has_every_right INTEGER NOT NULL DEFAULT 1,  -- 0: what account_grant says
    holds_every_tag INTEGER NOT NULL DEFAULT 1   -- 0: what account_tag says
) WITHOUT ROWID;

CREATE TABLE account_grant (            -- from this entry downward, until a deeper grant
    account_key TEXT NOT NULL REFERENCES account(name_key),
    entry_id INTEGER NOT NULL REFERENCES entry(id) ON DELETE CASCADE,
    rights TEXT NOT NULL,               -- JSON array; empty: none at all
    PRIMARY KEY (account_key, entry_id)
) WITHOUT ROWID;

CREATE TABLE account_tag (              -- the security tags that an account holds
    account_key TEXT NOT NULL REFERENCES account(name_key),
    tag_id INTEGER NOT NULL REFERENCES tag_definition(id),
    PRIMARY KEY (account_key, tag_id)
) WITHOUT ROWID;

CREATE TABLE trustee (                  -- everybody with a number: accounts, and people who cannot sign in
    id INTEGER PRIMARY KEY AUTOINCREMENT,    -- a number is never given twice
    name TEXT NOT NULL,
    name_key TEXT NOT NULL UNIQUE
);

CREATE TABLE volume (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,          -- as entries spell it
    name_key TEXT NOT NULL UNIQUE
);

CREATE TABLE everyone_attribute (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE audit_reason (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    event TEXT NOT NULL                 -- DeleteEntry, ExportDocument
);

CREATE TABLE field_definition (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL UNIQUE,
    type TEXT NOT NULL,                 -- String, List, Number, ShortInteger, LongInteger, Date, DateTime, Time
    length INTEGER NOT NULL DEFAULT 0,
    description TEXT NOT NULL DEFAULT '',
    is_multi_value INTEGER NOT NULL DEFAULT 0,
    is_required INTEGER NOT NULL DEFAULT 0,
    default_value TEXT NOT NULL DEFAULT '',
    value_constraint TEXT NOT NULL DEFAULT '',
    constraint_error TEXT NOT NULL DEFAULT '',
    list_values TEXT NOT NULL DEFAULT '[]',  -- JSON array
    format TEXT NOT NULL DEFAULT 'None',
    currency TEXT NOT NULL DEFAULT '',
    format_pattern TEXT NOT NULL DEFAULT ''
);

CREATE TABLE template_definition (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL UNIQUE,
    description TEXT NOT NULL DEFAULT '',
    color TEXT NOT NULL DEFAULT '[255, 0, 0, 0]'  -- JSON array: alpha, red, green, blue
);

CREATE TABLE template_field (
    template_id INTEGER NOT NULL REFERENCES template_definition(id),
    field_id INTEGER NOT NULL REFERENCES field_definition(id),
    position INTEGER NOT NULL,
    is_required INTEGER NOT NULL DEFAULT 0,
    group_id INTEGER NOT NULL DEFAULT 0,     -- 0: in no group
    group_name TEXT NOT NULL DEFAULT '',
    ancestors TEXT NOT NULL DEFAULT '[]',    -- JSON array of field ids; empty: not dynamic
    choices TEXT NOT NULL DEFAULT '[]',      -- JSON array of arrays: a value for each ancestor, then a choice
    PRIMARY KEY (template_id, field_id)
) WITHOUT ROWID;

CREATE TABLE tag_definition (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL UNIQUE,
    description TEXT NOT NULL DEFAULT '',
    is_secure INTEGER NOT NULL DEFAULT 0,
    watermark TEXT NOT NULL DEFAULT ''       -- JSON object of lf_fixtures.model.Watermark; empty: none
);

CREATE TABLE link_definition (
    id INTEGER PRIMARY KEY,
    source_label TEXT NOT NULL,
    target_label TEXT NOT NULL,
    description TEXT NOT NULL DEFAULT ''
);

CREATE TABLE entry (
    id INTEGER PRIMARY KEY AUTOINCREMENT,    -- an id is never given twice
    parent_id INTEGER REFERENCES entry(id),  -- NULL for the root only
    name TEXT NOT NULL,
    name_key TEXT NOT NULL,
    path TEXT NOT NULL,                 -- \A\B; the root is \
    path_key TEXT NOT NULL UNIQUE,
    type TEXT NOT NULL,                 -- Folder, Document, Shortcut, RecordSeries
    created TEXT NOT NULL,
    modified TEXT NOT NULL,
    creator TEXT NOT NULL,
    volume TEXT NOT NULL,
    template_id INTEGER REFERENCES template_definition(id),
    target_id INTEGER,                  -- of a shortcut; its target may be gone
    extension TEXT NOT NULL DEFAULT '', -- of the electronic file, without the dot
    mime_type TEXT NOT NULL DEFAULT '',
    edoc_size INTEGER,                  -- bytes; NULL: there is no electronic file
    page_count INTEGER NOT NULL DEFAULT 0,
    checked_out_by TEXT,
    owner TEXT,                         -- NULL: the creator
    current_version INTEGER NOT NULL DEFAULT 0   -- number of the latest version; 0: not under version control
);
CREATE UNIQUE INDEX entry_sibling ON entry (parent_id, name_key);
CREATE INDEX entry_parent ON entry (parent_id);     -- children by id, which is their usual order
CREATE INDEX entry_name ON entry (name_key);
CREATE INDEX entry_created ON entry (created);
CREATE INDEX entry_modified ON entry (modified);
CREATE INDEX entry_template ON entry (template_id) WHERE template_id IS NOT NULL;

CREATE TABLE recycled (                 -- what was deleted: the recycle bin, top entries only
    entry_id INTEGER PRIMARY KEY,
    path TEXT NOT NULL,
    type TEXT NOT NULL,
    entries INTEGER NOT NULL,           -- how many went with it, itself included
    deleted TEXT NOT NULL,
    deleted_by TEXT NOT NULL,
    audit_reason_id INTEGER,
    comment TEXT NOT NULL DEFAULT ''
);

CREATE TABLE edoc (
    entry_id INTEGER PRIMARY KEY REFERENCES entry(id) ON DELETE CASCADE,
    data BLOB NOT NULL,
    text TEXT NOT NULL DEFAULT ''       -- what an indexer extracts from it
);

CREATE TABLE page (
    id INTEGER PRIMARY KEY AUTOINCREMENT,    -- stays with the page wherever it is moved
    entry_id INTEGER NOT NULL REFERENCES entry(id) ON DELETE CASCADE,
    number INTEGER NOT NULL,            -- from 1
    text TEXT NOT NULL DEFAULT '',
    has_image INTEGER NOT NULL DEFAULT 1,
    true_text TEXT,                     -- what the page says where that differs from `text`: what OCR would read
    rotation INTEGER NOT NULL DEFAULT 0,    -- of the image, degrees clockwise
    image BLOB,                         -- as it was sent; NULL with has_image: drawn from the text when it is wanted
    UNIQUE (entry_id, number)
);

CREATE TABLE upload (                   -- of a file that arrives in parts
    id TEXT PRIMARY KEY,
    file_name TEXT NOT NULL,
    mime_type TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE upload_address (           -- where one part may be sent
    token TEXT PRIMARY KEY,
    upload_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    ends REAL NOT NULL                  -- seconds since 1970
) WITHOUT ROWID;
CREATE INDEX upload_address_upload ON upload_address (upload_id, number);

CREATE TABLE upload_part (              -- a part that has come
    upload_id TEXT NOT NULL,
    number INTEGER NOT NULL,            -- from 1
    etag TEXT NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (upload_id, number)
);

CREATE TABLE entry_field (              -- a field that the entry has, blank or not
    entry_id INTEGER NOT NULL REFERENCES entry(id) ON DELETE CASCADE,
    field_id INTEGER NOT NULL REFERENCES field_definition(id),
    ordinal INTEGER NOT NULL,           -- order of listing on the entry
    PRIMARY KEY (entry_id, field_id)
) WITHOUT ROWID;

CREATE TABLE field_value (
    entry_id INTEGER NOT NULL REFERENCES entry(id) ON DELETE CASCADE,
    field_id INTEGER NOT NULL REFERENCES field_definition(id),
    position INTEGER NOT NULL,          -- from 1
    value TEXT NOT NULL,                -- as the API writes it
    value_key TEXT NOT NULL,            -- case-folded
    number REAL,                        -- what the value is as a number; NULL: none
    PRIMARY KEY (entry_id, field_id, position)
) WITHOUT ROWID;
CREATE INDEX field_value_key ON field_value (field_id, value_key);
CREATE INDEX field_value_number ON field_value (field_id, number) WHERE number IS NOT NULL;

CREATE TABLE entry_tag (
    entry_id INTEGER NOT NULL REFERENCES entry(id) ON DELETE CASCADE,
    tag_id INTEGER NOT NULL REFERENCES tag_definition(id),
    comment TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (entry_id, tag_id)
) WITHOUT ROWID;

CREATE TABLE entry_link (
    id INTEGER PRIMARY KEY AUTOINCREMENT,    -- as for entries
    definition_id INTEGER NOT NULL REFERENCES link_definition(id),
    source_id INTEGER NOT NULL REFERENCES entry(id) ON DELETE CASCADE,
    target_id INTEGER NOT NULL REFERENCES entry(id) ON DELETE CASCADE,
    comment TEXT NOT NULL DEFAULT '',
    properties TEXT NOT NULL DEFAULT '{}'    -- JSON object: text by name
);
CREATE INDEX entry_link_source ON entry_link (source_id);
CREATE INDEX entry_link_target ON entry_link (target_id);

CREATE TABLE link_group (               -- documents that are one paper in several forms
    id INTEGER PRIMARY KEY,
    comment TEXT NOT NULL DEFAULT ''
);

CREATE TABLE link_group_member (
    entry_id INTEGER PRIMARY KEY REFERENCES entry(id) ON DELETE CASCADE,   -- a document is in one group at most
    group_id INTEGER NOT NULL REFERENCES link_group(id)
);

CREATE TABLE document_version (         -- of documents under version control
    entry_id INTEGER NOT NULL REFERENCES entry(id) ON DELETE CASCADE,
    number INTEGER NOT NULL,            -- from 1, with gaps where versions were deleted
    modified_by TEXT NOT NULL,
    modified TEXT NOT NULL,
    label TEXT NOT NULL DEFAULT '',
    comment TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (entry_id, number)
) WITHOUT ROWID;

CREATE TABLE annotation (
    id INTEGER PRIMARY KEY,
    entry_id INTEGER NOT NULL REFERENCES entry(id) ON DELETE CASCADE,
    page INTEGER NOT NULL,
    kind TEXT NOT NULL,                 -- Note, Callout, TextBox, Highlight, Stamp, Redaction
    text TEXT NOT NULL DEFAULT '',
    creator TEXT NOT NULL DEFAULT '',
    color INTEGER NOT NULL DEFAULT 0,
    stamp TEXT NOT NULL DEFAULT ''
);
CREATE INDEX annotation_entry ON annotation (entry_id);

-- The full-text index, fed by store/text.py. A text item is what one match may span: a document's text, one field value, one
-- annotation, one name. `words` are the tokens of search/words.py, joined by blanks: the tokenizer below only splits them
-- again (`ascii` takes every other character for a letter, so it cannot disagree about what a word is). They are kept
-- beside the index because it cannot take a row out without them, and because near and phrase checks read them.
CREATE TABLE text_item (
    id INTEGER PRIMARY KEY,             -- rowid of text_index; it tells entry and source as well (search/text_rows.py)
    entry_id INTEGER NOT NULL REFERENCES entry(id) ON DELETE CASCADE,
    source TEXT NOT NULL,               -- D document text, F field value, A annotation, N name
    ref INTEGER NOT NULL DEFAULT 0      -- field id, annotation id
);
CREATE INDEX text_item_entry ON text_item (entry_id, source);
CREATE VIRTUAL TABLE text_index USING fts5 (words, tokenize = "ascii tokenchars '#$%&-'''");

CREATE TABLE text_word (                -- the words of the index, for patterns and fuzzy words
    word TEXT PRIMARY KEY,
    texts INTEGER NOT NULL              -- how many text items have it
) WITHOUT ROWID;

CREATE TABLE text_waiting (             -- entries that have been written and are not indexed yet
    entry_id INTEGER PRIMARY KEY REFERENCES entry(id) ON DELETE CASCADE,
    due REAL                            -- second of the repository's clock; NULL until the request is over
);
