/**
 * A long-running process that says what pi makes of session files: one JSON request per line on stdin, one JSON
 * answer per line on stdout. Requests:
 *
 *   {"kind": "session", "file", "at": "leaves" | "every" | [rows], "messages": bool}
 *   {"kind": "continue", "dir", "cwd"?}     the file that `--continue` would open in `dir`
 *   {"kind": "list", "dir", "cwd"?}         the rows of `--resume`
 *   {"kind": "folder", "cwd"}               the name of the default session folder for `cwd`
 *
 * Entries are named by their row (0 = first entry after the header), since ids may be missing, double, or, in a v1
 * file, made up anew at every start. Files are opened as copies, because pi writes to what it opens. A part where pi
 * throws is {"error": message}. What pi would loop on for ever is found out first and left out.
 */
import { copyFileSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { createInterface } from "node:readline";
import { isolate, piModule, scratchFolder } from "./pi_package.mjs";

const scratch = scratchFolder("pi-bridge");
isolate(scratch);

const sessions = await piModule("pi-coding-agent/dist/core/session-manager.js");
const { AgentSession } = await piModule("pi-coding-agent/dist/core/agent-session.js");
const { convertToLlm } = await piModule("pi-coding-agent/dist/core/messages.js");
const { getUsageCostBreakdown } = await piModule("pi-coding-agent/dist/core/usage-totals.js");
const { estimateProjectedContextTokens } = await piModule("pi-coding-agent/dist/core/compaction/compaction.js");
const { transformMessages } = await piModule("pi-ai/dist/api/transform-messages.js");
const { getCurrentSystemMessage, getCurrentSystemPrompt } = await piModule("pi-ai/dist/utils/transcript.js");

/** More steps than any honest tree of a test file takes; beyond it pi's walk counts as endless. */
const TREE_STEPS = 500_000;

function attempt(work) {
	try {
		return work();
	} catch (error) {
		return { error: String(error?.message ?? error) };
	}
}

/** A number that JSON cannot hold, by name: {"number": "NaN"}. Everything else as it is. */
const tagged = (value) => (typeof value === "number" && !Number.isFinite(value) ? { number: String(value) } : value);
const tagAll = (record) => Object.fromEntries(Object.entries(record).map(([key, value]) => [key, tagged(value)]));

/** Rows from which following parentId never ends: pi's path walk has no memory of where it has been. */
function endlessRows(entries, byId) {
	const fate = new Map();
	for (const start of byId.values()) {
		const trail = [];
		let at = start;
		while (at && !fate.has(at)) {
			fate.set(at, "open");
			trail.push(at);
			at = at.parentId ? byId.get(at.parentId) : undefined;
		}
		const end = at && fate.get(at) !== "ends" ? "endless" : "ends";
		for (const entry of trail) fate.set(entry, end);
	}
	return entries.flatMap((entry, row) => (fate.get(entry) === "endless" ? [row] : []));
}

/** True when pi's tree walk comes to an end: a child that repeats an id can lead back to its own ancestor. */
function treeEnds(entries, byId) {
	const children = new Map();
	const stack = [];
	for (const entry of entries) {
		const parent = entry.parentId === null || entry.parentId === entry.id ? undefined : byId.get(entry.parentId);
		if (parent === undefined) stack.push(byId.get(entry.id));
		else if (children.has(parent)) children.get(parent).push(byId.get(entry.id));
		else children.set(parent, [byId.get(entry.id)]);
	}
	for (let steps = 0; stack.length > 0; steps++) {
		if (steps > TREE_STEPS) return false;
		stack.push(...(children.get(stack.pop()) ?? []));
	}
	return true;
}

/** Ends of branches in the order in which they are met: ids that no other entry names as its parent. */
function leafRows(entries, byId, rowOf) {
	const named = new Set(entries.map((entry) => (entry.parentId === entry.id ? null : entry.parentId)));
	named.delete(null); // names no entry, not even one whose id is null
	const ids = new Set(entries.map((entry) => entry.id).filter((id) => !named.has(id)));
	return [...ids].map((id) => rowOf.get(byId.get(id)));
}

/** Roots and, per row, children in pi's order. */
function treeOf(manager, rowOf) {
	const roots = manager.getTree();
	const children = {};
	const stack = [...roots];
	while (stack.length > 0) {
		const node = stack.pop();
		const row = rowOf.get(node.entry);
		if (row in children) continue;
		children[row] = node.children.map((child) => rowOf.get(child.entry));
		stack.push(...node.children);
	}
	return { roots: roots.map((node) => rowOf.get(node.entry)), children };
}

/** The totals and counts of /session, by pi's own method on a stand-in that holds no model. */
function statsOf(manager) {
	const stats = AgentSession.prototype.getSessionStats.call({
		sessionManager: manager,
		sessionFile: "",
		sessionId: "",
		getContextUsage: () => undefined,
	});
	const { userMessages, assistantMessages, toolResults, toolCalls, totalMessages, tokens, cost } = stats;
	return {
		messages: {
			user: userMessages,
			assistant: assistantMessages,
			toolResults,
			toolCalls,
			total: totalMessages,
		},
		totals: tagAll({
			input: tokens.input,
			output: tokens.output,
			cacheRead: tokens.cacheRead,
			cacheWrite: tokens.cacheWrite,
			tokens: tokens.total,
			cost,
		}),
	};
}

/** The last step before a provider, for the projection's own model, with images. Made-up results get time 0. */
function wireOf(projection, llm) {
	const model = projection.model ?? { provider: "", modelId: "" };
	const own = projection.messages.filter(
		(message) =>
			message?.role === "assistant" && message.provider === model.provider && message.model === model.modelId,
	);
	const target = { provider: model.provider, id: model.modelId, api: own.at(-1)?.api, input: ["text", "image"] };
	const clock = Date.now;
	Date.now = () => 0;
	try {
		return transformMessages(llm, target);
	} finally {
		Date.now = clock;
	}
}

function promptOf(messages) {
	const current = getCurrentSystemMessage(messages);
	if (current === undefined) return null;
	return {
		text: getCurrentSystemPrompt(messages),
		tools: (current.toolsAdded ?? []).map((tool) => tool.name),
		sections: current.sections ?? {},
	};
}

const rolesOf = (messages) => messages.map((message) => message?.role);

function contextOf(open, row, withMessages) {
	const { manager, entries, byId, rowOf } = open;
	const leaf = entries[row].id;
	const rows = (list) => list.map((entry) => rowOf.get(entry));
	const branch = attempt(() => (leaf ? manager.getBranch(leaf) : walk(entries[row], byId)));
	const context = attempt(() => sessions.buildContextEntries(entries, leaf, byId));
	const out = {
		row,
		path: branch.error ? branch : rows(branch),
		contextEntries: context.error ? context : rows(context),
	};
	const projection = attempt(() => sessions.buildSessionProjection(entries, leaf, byId));
	if (projection.error) return { ...out, error: projection.error };
	const llm = attempt(() => convertToLlm(projection.messages));
	const wire = llm.error ? llm : attempt(() => wireOf(projection, llm));
	const tokens = attempt(() => estimateProjectedContextTokens(projection, branch));
	return {
		...out,
		visible: rows(projection.entries.filter((entry) => entry.messages.length > 0).map((entry) => entry.sourceEntry)),
		roles: rolesOf(projection.messages),
		model: projection.model,
		thinkingLevel: projection.thinkingLevel,
		tokens: tokens.error ? tokens : tagAll(tokens),
		prompt: attempt(() => promptOf(projection.messages)),
		llm: llm.error ? llm : rolesOf(llm),
		wire: wire.error ? wire : rolesOf(wire),
		...(withMessages ? { messages: projection.messages, llmMessages: llm, wireMessages: wire } : {}),
	};
}

/** The path to an entry without an id, which getBranch cannot be asked for. */
function walk(entry, byId) {
	const path = [];
	for (let at = entry; at; at = at.parentId ? byId.get(at.parentId) : undefined) path.unshift(at);
	return path;
}

/**
 * Rows at which pi can be asked: an id that leads to this very entry, by a path that ends. Where no id is given pi
 * builds the context of the last entry, so that one needs none.
 */
function askable(open, rows) {
	const endless = new Set(open.cyclic);
	return rows.filter((row) => {
		const { id } = open.entries[row];
		const found = id ? open.byId.get(id) === open.entries[row] : row === open.entries.length - 1 && (id === undefined || id === "");
		return found && !endless.has(row);
	});
}

/** Headers and entries as pi reads them, before it brings them up to date. */
function loadCopy(file) {
	const copy = join(scratch, `open-${basename(file)}`);
	copyFileSync(file, copy);
	const before = readFileSync(copy);
	const loaded = sessions.loadEntriesFromFile(copy);
	return { copy, before, loaded };
}

function inspectCopy({ copy, before, loaded }, request) {
	const out = { refused: before.length > 0 && loaded.length === 0, empty: before.length === 0 };
	if (loaded.length > 0) {
		out.header = { ...loaded[0] };
		out.versionOnDisk = loaded[0].version ?? null;
	}
	const manager = attempt(() => sessions.SessionManager.open(copy));
	out.writesOnOpen = !before.equals(readFileSync(copy));
	if (manager.error) return { ...out, opens: false, error: manager.error };
	out.opens = true;
	const entries = manager.getEntries();
	const byId = new Map(entries.map((entry) => [entry.id, entry]));
	const rowOf = new Map(entries.map((entry, row) => [entry, row]));
	const cyclic = endlessRows(entries, byId);
	const leaves = leafRows(entries, byId, rowOf);
	const last = entries.at(-1)?.id ?? null;
	const open = { manager, entries, byId, rowOf, cyclic };
	Object.assign(out, {
		entries: entries.length,
		ids: entries.map((entry) => entry.id),
		types: entries.map((entry) => entry.type),
		distinctIds: byId.size,
		shadowed: entries.flatMap((entry, row) => (byId.get(entry.id) === entry ? [] : [row])),
		cyclic,
		leaves,
		activeLeaf: last === null ? null : rowOf.get(byId.get(last)),
		name: attempt(() => manager.getSessionName() ?? null),
		labels: entries.flatMap((entry, row) => (manager.getLabel(entry.id) ? [[row, manager.getLabel(entry.id)]] : [])),
		tree: treeEnds(entries, byId) ? attempt(() => treeOf(manager, rowOf)) : { endless: true },
		stats: attempt(() => statsOf(manager)),
		breakdown: attempt(() => getUsageCostBreakdown(entries).map(tagAll)),
	});
	const rows = Array.isArray(request.at)
		? request.at
		: request.at === "every"
			? [...entries.keys()]
			: [...new Set([...leaves, ...(entries.length > 0 ? [entries.length - 1] : [])])];
	out.contexts = askable(open, rows).map((row) => attempt(() => contextOf(open, row, request.messages === true)));
	return out;
}

function session(request) {
	const loaded = loadCopy(request.file);
	try {
		return inspectCopy(loaded, request);
	} finally {
		rmSync(loaded.copy, { force: true });
	}
}

const time = (date) => (Number.isNaN(date.getTime()) ? null : date.toISOString());

async function list(request) {
	const rows = await sessions.SessionManager.listAll(request.dir);
	const mine = request.cwd === undefined ? rows : await sessions.SessionManager.list(request.cwd, request.dir);
	return {
		rows: mine.map((row) => ({
			file: basename(row.path),
			id: row.id,
			name: row.name ?? null,
			cwd: row.cwd,
			parentSession: row.parentSessionPath ?? null,
			created: time(row.created),
			modified: time(row.modified),
			messages: row.messageCount,
			firstMessage: row.firstMessage,
		})),
	};
}

function mostRecent(request) {
	const found = sessions.findMostRecentSession(request.dir, request.cwd);
	return { file: found === null ? null : basename(found) };
}

function folder(request) {
	const agent = join(scratch, "folders");
	mkdirSync(agent, { recursive: true });
	return { name: basename(sessions.getDefaultSessionDir(request.cwd, agent)) };
}

const answers = { session, list, continue: mostRecent, folder };

for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
	let answer;
	try {
		const request = JSON.parse(line);
		answer = JSON.stringify(await answers[request.kind](request));
	} catch (error) {
		answer = JSON.stringify({ fault: String(error?.stack ?? error) });
	}
	process.stdout.write(`${answer}\n`);
}
