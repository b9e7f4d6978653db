/**
 * Own parts of texts: the same as slices, and short ones of long texts do not keep the whole in memory.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import test from "ava";
import fc from "fast-check";
import { LastMade, longestKept } from "../../core/functions/operand/last-made.ts";
import type { Evaluation } from "../../core/types/evaluation/evaluation.ts";
import { copiedText, ownPart } from "../../core/types/text/own-part.ts";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

function keptBytes(): number {
	collect();
	return process.memoryUsage().heapUsed;
}

const bytes = fc.string({ unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)) });

test("an own part is the same as a slice", (t) => {
	fc.assert(
		fc.property(bytes, fc.nat(1000), fc.nat(600), fc.nat(600), (text, times, start, length) => {
			const whole = text.repeat(times % 40);
			t.is(ownPart(whole, start, start + length), whole.slice(start, start + length));
			t.is(copiedText(whole), whole);
		}),
	);
});

test("short parts of long texts take the memory of parts", (t) => {
	const wholeBytes = 2_000_000;
	const count = 40;
	const before = keptBytes();
	const parts = Array.from({ length: count }, (_, at) =>
		ownPart(String.fromCharCode(65 + (at % 26)).repeat(wholeBytes), 10, 40),
	);
	t.true(keptBytes() - before < (count * wholeBytes) / 4, "a quarter of the wholes");
	t.is(parts.length, count);
});

test("what is made of a long argument is kept for its evaluation only", (t) => {
	const [one, other] = [{}, {}] as Evaluation[];
	let made = 0;
	const last = new LastMade<number>();
	const ask = (argument: string, evaluation: Evaluation | undefined): number =>
		last.of(argument, null, evaluation as Evaluation, () => ++made);
	const long = "x".repeat(longestKept + 1);
	t.deepEqual([ask("a", one), ask("a", other), ask("b", one), ask("b", one)], [1, 1, 2, 2]);
	t.deepEqual([ask(long, one), ask(long, one), ask(long, other), ask(long, one)], [3, 3, 4, 3]);
	t.deepEqual([ask(`${long}y`, one), ask("b", one)], [5, 2]);
});
