/**
 * A skill that a user called by name: pi puts the skill's own text in front of the user's words, in one message.
 * The same as `inspector/session/skill.py`.
 */

const SKILL_HEAD = /^<skill name="([^"]+)" location="([^"]+)">\n/;
const SKILL_END = "\n</skill>";
/** A name and a path are shorter. */
const SKILL_HEAD_LIMIT = 10_000;

/**
 * A message taken apart: the skill's name, the file it was read from, its text, and the user's own words ("" where there
 * are none). By pi's own rule: the first end that nothing follows, or an empty line and more. Null where the text begins
 * with no skill.
 * @type {(text: string) => { name: string, location: string, text: string, words: string } | null}
 */
export function skillIn(text) {
  const head = text.startsWith("<skill name=") ? SKILL_HEAD.exec(text.slice(0, SKILL_HEAD_LIMIT)) : null;
  if (head === null) return null;
  const start = head[0].length;
  for (let at = text.indexOf(SKILL_END, start); at >= 0; at = text.indexOf(SKILL_END, at + 1)) {
    const after = at + SKILL_END.length;
    if (after === text.length || (text.startsWith("\n\n", after) && text.length > after + 2)) {
      return { name: head[1], location: head[2], text: text.slice(start, at), words: text.slice(after).trim() };
    }
  }
  return null;
}

/**
 * What a user message says in one line: "[skill] NAME" and the user's own words where it begins with a skill, else itself.
 * @type {(text: string) => string}
 */
export function wordsOfUser(text) {
  const skill = skillIn(text);
  return skill === null ? text : `[skill] ${skill.name} ${skill.words}`.trimEnd();
}
