/**
 * What JSON.parse makes of bytes, for many inputs in one process: each stdin line is base64 of one physical line's
 * bytes; each stdout line is `-` where JSON.parse refuses, else `+` and a flat rendering of the value (see
 * `rendered`). The bytes go through the decoder that pi's loader uses.
 */
import { createInterface } from "node:readline";
import { StringDecoder } from "node:string_decoder";

function decode(bytes) {
	const decoder = new StringDecoder("utf8");
	return decoder.write(bytes) + decoder.end();
}

/** UTF-16 units in hexadecimal, so that halves of surrogate pairs survive the pipe. */
function units(text) {
	let out = "";
	for (let i = 0; i < text.length; i++) out += text.charCodeAt(i).toString(16).padStart(4, "0");
	return out;
}

/** The eight bytes of a number: exact, Infinity too. Zero loses its sign, as in everything JavaScript writes of it. */
function bits(number) {
	const bytes = Buffer.alloc(8);
	bytes.writeDoubleBE(number === 0 ? 0 : number);
	return bytes.toString("hex");
}

function scalar(value) {
	if (value === null) return "n";
	if (value === true) return "t";
	if (value === false) return "f";
	if (typeof value === "number") return `#${bits(value)}`;
	return `"${units(value)}`;
}

/**
 * One token per value, in order, with brackets around containers and `:`-tokens for property names. Names are sorted,
 * since JavaScript puts integer-like names first. Own stack: values may be nested deeper than calls can be.
 */
function rendered(root) {
	const out = [];
	const stack = [{ value: root }];
	while (stack.length > 0) {
		const item = stack.pop();
		if (item.token !== undefined) out.push(item.token);
		else if (Array.isArray(item.value)) {
			out.push("[");
			stack.push({ token: "]" });
			for (let i = item.value.length - 1; i >= 0; i--) stack.push({ value: item.value[i] });
		} else if (item.value !== null && typeof item.value === "object") {
			out.push("{");
			stack.push({ token: "}" });
			const names = Object.keys(item.value).map((name) => [units(name), name]);
			names.sort(([a], [b]) => (a < b ? 1 : -1));
			for (const [hex, name] of names) stack.push({ value: item.value[name] }, { token: `:${hex}` });
		} else out.push(scalar(item.value));
	}
	return out.join(" ");
}

function answer(line) {
	let value;
	try {
		value = JSON.parse(decode(Buffer.from(line, "base64")));
	} catch {
		return "-";
	}
	return `+ ${rendered(value)}`;
}

for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
	process.stdout.write(`${answer(line)}\n`);
}
