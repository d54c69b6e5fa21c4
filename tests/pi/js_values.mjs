/** How JavaScript sees JSON values: one value per stdin line, one JSON answer per stdout line. */
import { createInterface } from "node:readline";

function answer(line) {
	const value = JSON.parse(line);
	const date = new Date(value).getTime();
	const number = Number(value);
	return {
		string: String(value),
		json: JSON.stringify(value).length,
		length: typeof value === "string" ? value.length : null,
		truthy: Boolean(value),
		number: Number.isNaN(number) ? "NaN" : number === Number.POSITIVE_INFINITY ? "Infinity" : number === Number.NEGATIVE_INFINITY ? "-Infinity" : number,
		date: Number.isNaN(date) ? null : date,
		keys: value !== null && typeof value === "object" && !Array.isArray(value) ? Object.keys(value) : null,
		trimmed: typeof value === "string" ? value.trim() : null,
	};
}

for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY }))
	process.stdout.write(`${JSON.stringify(answer(line))}\n`);
