"""The browser's side: app factory, security, one blueprint per area, and the waitress server.

Flask lives in this room only. Views are short: what is shown is worked out by the rooms below, and what a page
gets is bounded (answers of at most 2 MB on the wire).
"""
