#!/usr/bin/env node
// What pi does when it opens a session: node pi_load.mjs PI_PACKAGE FILE. Loads the file, builds the index and the
// context of the active leaf, and prints the number of entries and messages.
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [pkg, file] = process.argv.slice(2);
const { SessionManager } = await import(pathToFileURL(join(pkg, "dist/core/session-manager.js")).href);
const session = SessionManager.open(file);
const projection = session.buildSessionProjection();
console.log(JSON.stringify({ entries: session.getEntryCount(), messages: projection.messages.length }));
