"""What must not leave: rules that find secrets, an engine that masks them in decoded values, an audit of what was written.

Session text is hostile: every expression runs on RE2 (linear time), nothing recurses, nothing raises on any decoded
value. Values that were masked are held in memory while a run lasts and are never printed, logged or reported.
"""
