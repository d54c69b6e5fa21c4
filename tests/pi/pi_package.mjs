/**
 * Where the pi under test is, and its modules. Everything here runs pi's own code; nothing of it is rewritten.
 *
 * PI_ORACLE names the folder that `make oracle` filled (default: `.oracle` at the top of the checkout).
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const oracle = resolve(process.env.PI_ORACLE ?? join(here, "..", "..", ".oracle"));
const scope = join(oracle, "node_modules", "@earendil-works");

/** A module of the installed pi, by its path inside `@earendil-works`. */
export const piModule = (path) => import(pathToFileURL(join(scope, path)).href);

/** A scratch folder that is gone when the process ends. */
export function scratchFolder(name) {
	const dir = mkdtempSync(join(tmpdir(), `${name}-`));
	process.on("exit", () => rmSync(dir, { recursive: true, force: true }));
	return dir;
}

/** Keep pi away from the user's own settings, sessions and network, whatever a test asks of it. */
export function isolate(scratch) {
	process.env.HOME = scratch;
	process.env.PI_CODING_AGENT_DIR = join(scratch, "agent");
	process.env.PI_OFFLINE = "1";
	delete process.env.PI_CODING_AGENT_SESSION_DIR;
}
