"""The search language: parse a command, find the entries, list the places in one of them."""

from lf_simulator.search.check import check
from lf_simulator.search.errors import QueryError
from lf_simulator.search.fuzzy import Fuzzy
from lf_simulator.search.hits import ContextHit, ContextHits, context_hits
from lf_simulator.search.parser import parse
from lf_simulator.search.query import Node
from lf_simulator.search.reader import EVERYBODY, LISTED_SOURCES, Reader
from lf_simulator.search.reading import PLAIN, Reading
from lf_simulator.search.sql import find, prepare

__all__ = [
    "EVERYBODY",
    "LISTED_SOURCES",
    "PLAIN",
    "ContextHit",
    "ContextHits",
    "Fuzzy",
    "Node",
    "QueryError",
    "Reader",
    "Reading",
    "check",
    "context_hits",
    "find",
    "parse",
    "prepare",
]
