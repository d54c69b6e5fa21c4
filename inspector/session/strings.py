"""Fixed strings that pi 1.6.0 itself puts before the model. They are facts of the format, not our words.

Source: convertToLlm of pi-coding-agent, transformMessages of pi-ai; compared with pi itself in the tests.
"""

COMPACTION_BEFORE = (
    "The conversation history before this point was compacted into the following summary:\n\n<summary>\n"
)
COMPACTION_AFTER = "\n</summary>"
BRANCH_BEFORE = "The following is a summary of a branch that this conversation came back from:\n\n<summary>\n"
BRANCH_AFTER = "</summary>"
NO_OUTPUT = "(no output)"
CANCELLED = "\n\n(command cancelled)"
EXIT_CODE = "\n\nCommand exited with code "
TRUNCATED = "\n\n[Output truncated. Full output: {path}]"
NO_RESULT = "No result provided"
USER_IMAGE = "(image omitted: model does not support images)"
TOOL_IMAGE = "(tool image omitted: model does not support images)"
