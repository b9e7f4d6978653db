/**
 * Long keys: tables of keys and of groups account for the text of their keys.
 */
import test from "ava";
import type { Execution } from "../../../core/exec/execution.ts";
import { GroupTable } from "../../../core/exec/operators/group-table.ts";
import { LookupTable } from "../../../core/exec/spill/lookup-table.ts";

const keyLength = 100_000;
const keys = Array.from({ length: 20 }, (_, at) => String.fromCharCode(65 + at).repeat(keyLength));

/** Counts what is taken of its memory. */
function counting(): { readonly execution: Execution; readonly taken: () => number } {
	let taken = 0;
	const allowance = {
		take(bytes: number) {
			taken += bytes;
			return true;
		},
		release() {},
	};
	return { execution: { scratch: { allowance: () => allowance } } as unknown as Execution, taken: () => taken };
}

test("keys of IN and of joins", (t) => {
	for (const add of ["mark", "add"] as const) {
		const { execution, taken } = counting();
		const table = new LookupTable(execution);
		keys.forEach((key) => (add === "mark" ? table.mark(key) : table.add(key, [1])));
		t.true(taken() >= keys.length * keyLength, `${add}: ${taken()}`);
	}
});

test("keys of groups, beside their values", (t) => {
	const { execution, taken } = counting();
	const table = new GroupTable(([value]) => `key of ${String(value)}`, [], execution);
	keys.forEach((key, place) => table.add({ row: [], values: [key], operands: [], place }));
	t.true(taken() >= 2 * keys.length * keyLength, `${taken()}`);
});
