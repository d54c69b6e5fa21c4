"""The system prompt and the tools of the sample sessions: short, and written for them."""

from __future__ import annotations

from typing import Any


def tool(name: str, description: str, **properties: str) -> dict[str, Any]:
    """A tool whose parameters are all strings, numbers or lists by name of type."""
    schema = {
        "type": "object",
        "required": list(properties)[:1],
        "properties": {n: {"type": t} for n, t in properties.items()},
    }
    return {"name": name, "description": description, "parameters": schema}


TOOLS = [
    tool("read", "Show a file, or a part of it.", path="string", offset="number", limit="number"),
    tool(
        "bash",
        "Run a shell command in the working directory and show what it prints.",
        command="string",
        timeout="number",
    ),
    tool("edit", "Replace exact pieces of one file.", path="string", edits="array"),
    tool("write", "Write a whole file, making folders as needed.", path="string", content="string"),
]
TRANSLATE = tool(
    "translate", "Translate a short text with a small model of its own.", text="string", to="string"
)


def sections(cwd: str, project: str) -> dict[str, str]:
    """The named sections of a prompt in ``cwd``, with what its AGENTS.md says."""
    return {
        "preamble": "You help a person at a terminal: look at files, run commands, change code.",
        "tools": "<tools>\n- read: show a file\n- bash: run a command\n- edit: replace exact text\n- write: write a file\n</tools>",
        "rules": "<rules>\n- Look before you change.\n- Keep answers short and name the files you touched.\n</rules>",
        "project_context": f'<project_context>\n<project_instructions path="{cwd}/AGENTS.md">\n{project}\n</project_instructions>\n</project_context>',
        "cwd": f"<cwd>\n{cwd}\n</cwd>",
    }
