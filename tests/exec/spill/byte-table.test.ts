/**
 * Byte table: distinct texts keep their numbers before, while and after the table moves to wider slots.
 */
import test from "ava";
import { ByteTable } from "../../../core/exec/spill/byte-table.ts";

test("each text keeps its number, also during an incremental resize", (t) => {
	const table = new ByteTable();
	const textOf = (at: number): Buffer => Buffer.from(`text ${at * 7919}`, "latin1");
	let wrong = 0;
	for (let at = 0; at < 400_000; at++) {
		const bytes = textOf(at);
		wrong += table.number(bytes, 0, bytes.length) === at ? 0 : 1;
		const earlier = (at * 31) % (at + 1);
		const known = textOf(earlier);
		wrong += table.number(known, 0, known.length) === earlier && table.find(known, 0, known.length) === earlier ? 0 : 1;
		const foreign = Buffer.from(`none ${at}`, "latin1");
		wrong += table.find(foreign, 0, foreign.length) === -1 ? 0 : 1;
	}
	t.is(wrong, 0);
	t.is(table.count, 400_000);
	t.is(table.text(123_456), textOf(123_456).toString("latin1"));
});
