"""Why the agent forgot: the trace of a phrase, and a checklist in the order storage, branch, compaction, memory, source.

Everything here is computed from a session as loaded and from files beside it, opened read-only; a statement names
its file, line and entry, and what is a heuristic says so.
"""
