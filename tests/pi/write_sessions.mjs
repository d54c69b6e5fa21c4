/**
 * Writes sessions with pi's own SDK and the scripted ("faux") model of pi-ai into the folder that the argument names,
 * and prints the path of each file. Every record is pi's; only the model's words and the tools are ours. Ids, random
 * numbers and the clock are fixed, so two runs write the same (but for paths and durations).
 */
import crypto from "node:crypto";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join, resolve } from "node:path";
import { isolate, piModule, scratchFolder } from "./pi_package.mjs";

const scratch = scratchFolder("pi-sessions");
isolate(scratch);
fixChance();
fixClock(Date.UTC(2026, 4, 4, 9));

const pi = await piModule("pi-coding-agent/dist/index.js");
const ai = await piModule("pi-ai/dist/index.js");
const { SessionManager, SettingsManager } = pi;
const { fauxAssistantMessage: reply, fauxText: text, fauxThinking: thinking, fauxToolCall: call } = ai;

const out = resolve(process.argv[2] ?? "");
const project = join(scratch, "project");
mkdirSync(out, { recursive: true });
mkdirSync(project, { recursive: true });
writeFileSync(join(project, "recipe.txt"), "feldspar 3 kg\nquartz 2 kg\nkaolin 1 kg\n");

/** Random numbers and ids from a fixed seed. */
function fixChance() {
	let state = 20260504;
	const next = () => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return state / 2 ** 32;
	};
	const fill = (array) => {
		for (let i = 0; i < array.length; i++) array[i] = Math.floor(next() * 256);
		return array;
	};
	const uuid = () => Buffer.from(fill(new Uint8Array(16))).toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
	Math.random = next;
	crypto.randomUUID = uuid;
	globalThis.crypto.getRandomValues = fill;
	globalThis.crypto.randomUUID = uuid;
	syncBuiltinESMExports();
}

/** A clock that begins at `start` and moves by 7 ms whenever it is read. */
function fixClock(start) {
	const Real = Date;
	let now = start;
	const read = () => (now += 7);
	globalThis.Date = class extends Real {
		constructor(...args) {
			if (args.length === 0) super(read());
			else super(...args);
		}
		static now() {
			return read();
		}
	};
}

const rates = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 };
const model = (id, more = {}) => ({ id, name: id, reasoning: true, input: ["text", "image"], cost: rates, contextWindow: 60000, maxTokens: 4096, ...more });

const weigh = {
	name: "weigh",
	label: "weigh",
	description: "Weighs a bag, with a small model of its own",
	parameters: { type: "object", properties: { bag: { type: "string" } }, required: ["bag"] },
	execute: async (_id, { bag }) => ({
		content: [text(`${bag}: 12.5 kg`)],
		details: { bag },
		usage: { input: 40, output: 9, cacheRead: 0, cacheWrite: 0, totalTokens: 49, cost: { input: 0.0001, output: 0.0002, cacheRead: 0, cacheWrite: 0, total: 0.0003 } },
	}),
};

/** One pi at work on one file, with a model that answers from a script. */
class Desk {
	static async open(file, { models = [model("faux-1"), model("faux-2")], settings = {}, tokensPerSecond } = {}) {
		const desk = new Desk();
		desk.faux = ai.fauxProvider({ api: "faux-api", models, tokenSize: { min: 2, max: 2 }, tokensPerSecond });
		const runtime = await pi.ModelRuntime.create({ authPath: join(scratch, "auth.json"), modelsPath: null, refreshOnCreate: false });
		runtime.registerNativeProvider(desk.faux.provider);
		await runtime.refresh({ allowNetwork: false });
		desk.manager = SessionManager.open(join(out, file), undefined, project);
		const settingsManager = SettingsManager.inMemory({ compaction: { enabled: false }, retry: { enabled: false }, ...settings });
		const resourceLoader = new pi.DefaultResourceLoader({ cwd: project, agentDir: join(scratch, "agent"), settingsManager, noExtensions: true, noSkills: true });
		await resourceLoader.reload();
		const made = await pi.createAgentSession({
			cwd: project,
			agentDir: join(scratch, "agent"),
			modelRuntime: runtime,
			model: desk.faux.getModel(models[0].id),
			thinkingLevel: "off",
			sessionManager: desk.manager,
			settingsManager,
			resourceLoader,
			customTools: [weigh],
			tools: ["read", "write", "bash", "weigh"],
		});
		desk.session = made.session;
		return desk;
	}

	/** Queue what the model says next, then let the user speak; ends when pi is idle again. */
	async say(words, replies, options) {
		this.faux.appendResponses(replies);
		await this.session.prompt(words, options);
		if (this.faux.getPendingResponseCount() > 0) throw new Error(`replies left over after: ${words}`);
	}

	/** Rows of this session that fit, oldest first. */
	entries(fits) {
		return this.manager.getEntries().filter(fits);
	}

	lastId(role) {
		return this.entries((entry) => entry.type === "message" && entry.message.role === role).at(-1).id;
	}

	close() {
		this.session.dispose();
	}
}

const usage = (input, output, total) => ({ input, output, cacheRead: 900, cacheWrite: 0, totalTokens: input + output + 900, cost: { input: total / 2, output: total / 2, cacheRead: 0, cacheWrite: 0, total } });

async function talk() {
	const desk = await Desk.open("talk.jsonl");
	await desk.say("Read the recipe and weigh a bag.", [
		reply([thinking("Two tools at once."), text("Reading."), call("read", { path: "recipe.txt" }, { id: "t1" }), call("weigh", { bag: "kaolin" }, { id: "t2" })], { stopReason: "toolUse" }),
		reply("Feldspar 3 kg, quartz 2 kg, kaolin 1 kg."),
	]);
	await desk.session.executeBash("echo kept in the talk");
	await desk.session.executeBash("echo MOSS-LANTERN", undefined, { excludeFromContext: true });
	await desk.say("Write it down in \u4e2d\u6587, with an emoji.", [
		reply([call("write", { path: "note.txt", content: "长石三公斤 🏺" }, { id: "t3" })], { stopReason: "toolUse" }),
		reply("写好了：长石三公斤 🏺👩‍👩‍👧"),
	]);
	await desk.session.sendCustomMessage({ customType: "reminder", content: "The kiln is hot.", display: false });
	await desk.session.sendCustomMessage({ customType: "board", content: [text("Shown on the board.")], display: true, details: { shelf: 3 } });
	desk.manager.appendCustomEntry("kiln-state", { cone: 6, on: true });
	await desk.say("Go on.", [reply("The kiln is hot, cone 6.")]);
	desk.close();
}

async function branches() {
	const desk = await Desk.open("branches.jsonl");
	await desk.say("Plan the fair.", [reply("Stalls first.")]);
	const fork = desk.lastId("assistant");
	await desk.say("Put them by the river.", [reply("By the river, then.")]);
	await desk.say("And a band.", [reply("Brass band booked.")]);
	desk.manager.appendLabelChange(fork, "before the river");
	desk.faux.appendResponses([reply("## Goal\nA fair by the river with a brass band.")]);
	await desk.session.navigateTree(fork, { summarize: true, label: "went back" });
	await desk.say("In the hall instead.", [reply("The hall it is.")]);
	const first = desk.entries((entry) => entry.type === "message" && entry.message.role === "user")[0].id;
	await desk.session.navigateTree(first, {});
	await desk.say("Plan a market instead.", [reply("A market on Friday.")]);
	desk.manager.appendLabelChange(fork, undefined);
	desk.manager.appendLabelChange(first, "the start");
	desk.session.setSessionName("  Fair\nplans ");
	await desk.session.navigateTree(desk.entries((entry) => entry.type === "branch_summary")[0].id, {});
	desk.session.setSessionName("Fair plans, second");
	desk.close();
}

const filler = (n) => Array.from({ length: n }, (_, i) => `Shelf ${i}: twelve bowls, glazed blue, fired twice.`).join("\n");

async function compactions() {
	const settings = { compaction: { enabled: false, keepRecentTokens: 200, reserveTokens: 500 } };
	const desk = await Desk.open("compactions.jsonl", { settings });
	await desk.say("Never quote a price without VAT.", [reply("Understood.")]);
	await desk.say(`Count these.\n${filler(20)}`, [reply([call("read", { path: "recipe.txt" }, { id: "c1" })], { stopReason: "toolUse" }), reply("Two hundred and forty bowls.")]);
	desk.faux.appendResponses([reply("## Goal\nCount bowls.\n\n## Progress\n240 so far."), reply("## Original Request\nCount these.")]);
	await desk.session.compact("only the tallies");
	desk.faux.setResponses([]);
	await desk.say("How many was that?", [reply("240.")]);
	await desk.say(`More.\n${filler(15)}`, [reply("Another 180.")]);
	desk.manager.appendLabelChange(desk.lastId("assistant"), "tallied");
	desk.faux.appendResponses([reply("## Goal\n420 bowls in all."), reply("## Original Request\nMore.")]);
	await desk.session.compact();
	desk.faux.setResponses([]);
	await desk.say("And the price?", [reply("12 euros.")]);
	desk.close();
}

async function threshold() {
	const settings = { compaction: { enabled: true, keepRecentTokens: 150, reserveTokens: 400 } };
	const models = [model("faux-small", { contextWindow: 2000 })];
	const desk = await Desk.open("threshold.jsonl", { settings, models });
	desk.faux.setResponses(Array.from({ length: 40 }, (_, i) => reply(`Answer ${i}: noted.\n${filler(6)}`)));
	for (let turn = 0; turn < 5; turn++) await desk.session.prompt(`Turn ${turn}. ${filler(8)}`);
	desk.close();
}

async function edits() {
	let desk = await Desk.open("edits.jsonl");
	await desk.say("My badge number is 7731.", [reply("I will not repeat it.")]);
	await desk.say("Read the log.", [reply([call("read", { path: "recipe.txt" }, { id: "e1" })], { stopReason: "toolUse" }), reply("Read.")]);
	const [badge] = desk.entries((entry) => entry.type === "message" && entry.message.role === "user");
	desk.manager.appendContextEdit(badge.id, null);
	desk.manager.appendContextEdit(desk.lastId("toolResult"), { content: "log removed" });
	desk.manager.appendContextEdit(desk.lastId("toolResult"), { content: [text("log removed twice")] });
	desk.close();
	desk = await Desk.open("edits.jsonl");
	await desk.say("What is my badge number?", [reply("I do not know it.")]);
	desk.manager.appendContextEdit(desk.lastId("assistant"), { content: "Shortened." });
	await desk.session.navigateTree(badge.id, {});
	desk.close();
	desk = await Desk.open("edits.jsonl");
	await desk.say("Once more.", [reply("Yes?")]);
	desk.close();
}

async function hiddenCost() {
	const desk = await Desk.open("hidden-cost.jsonl");
	await desk.say("Start.", [reply("Started.")]);
	desk.manager.appendUsage("cache_warm", "faux", "faux-1", usage(1, 1, 0.0005));
	await desk.say("Weigh two bags.", [
		reply([call("weigh", { bag: "quartz" }, { id: "w1" }), call("weigh", { bag: "ash" }, { id: "w2" })], { stopReason: "toolUse" }),
		reply("Both 12.5 kg."),
	]);
	desk.manager.appendUsage("cache_warm", "faux", "faux-1", usage(2, 1, 0.0005), "second refresh");
	desk.manager.appendUsage("title", "other", "tiny-1", usage(100, 5, 0.0001));
	desk.close();
}

async function failures() {
	const settings = { retry: { enabled: true, maxRetries: 2, baseDelayMs: 1 } };
	// Words come slowly enough here that a reply can be stopped in its middle.
	const desk = await Desk.open("failures.jsonl", { settings, tokensPerSecond: 1000 });
	const busy = (n) => reply("", { stopReason: "error", errorMessage: `503 service unavailable, queue ${n}` });
	await desk.say("Look up the shelf.", [busy(1), busy(2), reply("Shelf 12.")]);
	await desk.say("And the next?", [busy(3), busy(4), busy(5)]);
	await desk.say("Quota?", [reply([text("Half an ans")], { stopReason: "error", errorMessage: "insufficient_quota: you exceeded your current quota" })]);
	const stop = desk.session.subscribe((event) => {
		if (event.type === "message_update" && event.assistantMessageEvent.type === "text_delta") void desk.session.abort();
	});
	await desk.say("Recite.", [reply(`A long recital. ${filler(40)}`)]);
	stop();
	const halt = desk.session.subscribe((event) => {
		if (event.type === "tool_execution_start") void desk.session.abort();
	});
	desk.faux.setResponses([reply([call("bash", { command: "sleep 30" }, { id: "f1" })], { stopReason: "toolUse" })]);
	await desk.session.prompt("Run the slow one.");
	halt();
	desk.faux.setResponses([]);
	await desk.say("Are you there?", [reply("Yes.")]);
	desk.close();
}

async function switches() {
	const desk = await Desk.open("switches.jsonl");
	desk.session.setThinkingLevel("high");
	await desk.say("Think first.", [reply([thinking("Long thoughts."), text("Done thinking.")])]);
	await desk.session.setModel(desk.faux.getModel("faux-2"));
	desk.session.setThinkingLevel("low");
	const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
	await desk.say("And this picture?", [reply([thinking("Other thoughts."), text("One pixel.")])], { images: [{ type: "image", data: pixel, mimeType: "image/png" }] });
	desk.session.setActiveToolsByName(["read", "weigh"]);
	await desk.say("Fewer tools now.", [reply("Only two left.")]);
	await desk.session.setModel(desk.faux.getModel("faux-1"));
	await desk.say("Back again.", [reply("Here.")]);
	desk.close();
}

async function forks() {
	const desk = await Desk.open("fork-parent.jsonl");
	await desk.say("Write the menu.", [reply("Soup, pie, cheese.")]);
	desk.manager.appendLabelChange(desk.lastId("assistant"), "menu");
	await desk.say("More pie.", [reply("Two pies.")]);
	const leaf = desk.lastId("assistant");
	await desk.say("Less cheese.", [reply("No cheese.")]);
	desk.close();
	const parent = join(out, "fork-parent.jsonl");
	const manager = SessionManager.open(parent, out, project);
	manager.createBranchedSession(leaf);
	SessionManager.forkFrom(parent, join(scratch, "elsewhere"), out);
}

for (const scenario of [talk, branches, compactions, threshold, edits, hiddenCost, failures, switches, forks]) await scenario();
for (const name of readdirSync(out).sort()) console.log(join(out, name));
process.exit(0);
