/**
 * Child process that changes V8's flags at every turn while its compiler threads work: as a server does, or one flag.
 *
 *     node flag-changer.js SECONDS [--flag=ONE,OTHER]
 */
import { setFlagsFromString } from "node:v8";
import { letGarbageGather } from "../../apps/cli/engine/garbage.ts";
import { setEngineFlags, underOwnFlags } from "../../apps/cli/engine/flags.ts";
import { inlineFor } from "../../apps/cli/engine/inlining.ts";
import { optimizeLate } from "../../apps/cli/engine/tier-up.ts";
import type { WorkKind } from "../../apps/cli/engine/work-kind.ts";

const [seconds = "1", planted] = process.argv.slice(2);
const kinds: readonly WorkKind[] = ["mixed", "steady"];
let changes = 0;

const asServer = (): void => {
	const kind = kinds[changes++ % 2]!;
	setEngineFlags(() => {
		letGarbageGather();
		inlineFor(kind);
		optimizeLate(kind);
	});
	underOwnFlags(() => {});
	// Compiling begins early.
	setFlagsFromString("--interrupt-budget=20000");
};

function oneFlag(text: string): () => void {
	const [flag, ...values] = text.split(/[=,]/);
	return () => setFlagsFromString(`${flag}=${values[changes++ % values.length]}`);
}

/** A function that calls one of some 600 bytes of bytecode. */
function caller(number: number): (times: number) => number {
	const lines = Array.from({ length: 40 }, (_, at) => `x = (x * ${at + 3} + a${at % 3}) | 0;`).join(" ");
	const text =
		`const called = function (a0, a1, a2) { let x = ${number}; ${lines} return x; };` +
		`return function (times) { let s = 0; for (let i = 0; i < times; i++) s = (s + called(i, ${number}, 2)) | 0; return s; };`;
	return new Function(text)() as (times: number) => number;
}

const change = planted === undefined ? asServer : oneFlag(planted);
const endMs = performance.now() + Number(seconds) * 1000;
let functions = 0;
while (performance.now() < endMs) {
	const call = caller(functions++);
	for (let turn = 0; turn < 60; turn++) {
		call(400);
		change();
	}
}
process.stdout.write(`${functions > 10 ? "many" : "few"} functions\n`);
