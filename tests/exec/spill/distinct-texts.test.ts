/**
 * COUNT(DISTINCT) of texts: few or many values, always as many as a Set has.
 */
import test from "ava";
import { ByteTable } from "../../../core/exec/spill/byte-table.ts";
import { DistinctTexts } from "../../../core/exec/codegen/distinct-texts.ts";
import { runToEnd } from "../../../core/async/cooperative-task.ts";

function count(texts: Iterable<string>): readonly [counted: unknown, right: number] {
	const distinct = new DistinctTexts();
	const seen = new Set<string>();
	for (const text of texts) {
		const bytes = Buffer.from(` ${text} `, "latin1");
		distinct.add(bytes, 1, bytes.length - 1);
		seen.add(text);
	}
	runToEnd(distinct.settle());
	return [distinct.result(), seen.size];
}

function* repeated(rows: number, different: number): Generator<string> {
	for (let row = 0; row < rows; row++) {
		const value = (row * 7919) % different;
		yield value % 3 === 0 ? `${value}` : `text ${value}`.repeat(1 + (value % 4));
	}
}

test("counts equal those of a Set", (t) => {
	for (const [rows, different] of [
		[0, 1],
		[10, 3],
		[300_000, 300_000],
		[250_000, 170_000],
		[400_000, 70_000],
		[100_000, 1000],
	] as const) {
		const [counted, right] = count(repeated(rows, different));
		t.is(counted, right, `${rows} rows`);
	}
});

test("a byte table gives equal bytes equal numbers, and new ones the next", (t) => {
	const table = new ByteTable();
	const numbers = new Map<string, number>();
	for (const text of repeated(50_000, 20_000)) {
		const bytes = Buffer.from(text, "latin1");
		const known = numbers.get(text);
		t.is(table.find(bytes, 0, bytes.length), known ?? -1);
		const number = table.number(bytes, 0, bytes.length);
		t.is(number, known ?? numbers.size);
		numbers.set(text, number);
		t.is(table.text(number), text);
	}
});
