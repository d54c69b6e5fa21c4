"""The commands: one file each. click and rich live only here; everything said was worked out in the rooms below."""
