"""Handing a session to somebody else: HTML, JSONL, Markdown and chat lists, redacted and proven.

Every format takes prepared entries (``selection``): parts left out, then redacted, before anything is cut or encoded.
``run`` writes, proves and names an artefact; ``bundle`` makes a folder of them. Nothing here prints or sends.
"""
