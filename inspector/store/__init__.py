"""Many files: where pi keeps its sessions, which one ``--continue`` opens, and a row of facts for each.

Nothing here prints or knows the terminal or the web; files are opened read-only.
"""

from inspector.store.catalog import Catalog, Row, catalog, list_report
from inspector.store.locate import Found, find, find_in
from inspector.store.resolve import resolve
from inspector.store.roots import Places, Root, find_places

__all__ = [
    "Catalog",
    "Found",
    "Places",
    "Root",
    "Row",
    "catalog",
    "find",
    "find_in",
    "find_places",
    "list_report",
    "resolve",
]
