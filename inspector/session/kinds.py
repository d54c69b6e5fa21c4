"""Names of pi's entry types and message roles, and the flags a row of the columns carries."""

from __future__ import annotations

# Entry types of pi 1.6.0; any other is kept as an entry without a meaning ("unknown-type").
ENTRY_TYPES = (
    "message",
    "compaction",
    "branch_summary",
    "custom_message",
    "custom",
    "label",
    "session_info",
    "model_change",
    "thinking_level_change",
    "usage",
    "context_edit",
)
MESSAGE, COMPACTION, BRANCH_SUMMARY, CUSTOM_MESSAGE, CUSTOM, LABEL = range(6)
SESSION_INFO, MODEL_CHANGE, THINKING_LEVEL_CHANGE, USAGE, CONTEXT_EDIT = range(6, 11)

# Roles that a `message` entry can have and that convertToLlm passes on or turns into a user message.
ROLES = (
    "",
    "user",
    "assistant",
    "toolResult",
    "system",
    "bashExecution",
    "custom",
    "branchSummary",
    "compactionSummary",
)
NO_ROLE, USER, ASSISTANT, TOOL_RESULT, SYSTEM, BASH, CUSTOM_ROLE = range(7)

ERROR = 1  # a tool result with isError, or a reply with stopReason error
FAILED = 2  # a reply with stopReason error or aborted: never on the wire
EXCLUDED = 4  # a shell command with excludeFromContext ("!!")
EMPTY = 8  # a branch summary without text: no message
OMITS = 16  # a context edit whose replacement is null
HIDDEN = 32  # a custom message with display false: hidden on screen, sent all the same
SHADOWED = 64  # a later entry has the same id, so pi never reaches this one
CHECKPOINT = 128  # a compaction that carries a system message
UNREADABLE = 256  # a message entry whose message is no object, or whose role is no string
HAS_USAGE = 512  # usage was recorded (billed)
ABORTED = 1024  # a reply with stopReason aborted
UNKNOWN_ROLE = 2048  # a role that pi does not pass on to a model
WORDLESS = (
    4096  # a reply without a word of text that ended in order: pi's tree shows it as the current leaf only
)

NO_INSTANT = -(2**63)  # "no readable clock" in the instant column (milliseconds since 1970, UTC)
