/**
 * pi's own JSONL export of the active branch, for comparison: one path per line on stdin, one JSON value per line on
 * stdout, {"lines": [...]} or {"error"}. Works on a copy, because pi writes to what it opens.
 */
import { copyFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { createInterface } from "node:readline";
import { isolate, piModule, scratchFolder } from "./pi_package.mjs";

const scratch = scratchFolder("pi-export");
isolate(scratch);

const { SessionManager } = await piModule("pi-coding-agent/dist/core/session-manager.js");
const { serializeSessionBranch } = await piModule("pi-coding-agent/dist/core/session-export.js");

for await (const file of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
	const copy = join(scratch, `export-${basename(file)}`);
	let answer;
	try {
		copyFileSync(file, copy);
		answer = { lines: serializeSessionBranch(SessionManager.open(copy)).trimEnd().split("\n") };
	} catch (error) {
		answer = { error: String(error?.message ?? error) };
	} finally {
		rmSync(copy, { force: true });
	}
	process.stdout.write(`${JSON.stringify(answer)}\n`);
}
