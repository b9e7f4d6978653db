/**
 * Histories on databases over one directory and their forks, side by side: no anomaly that the level forbids, and
 * nothing of one in another.
 */
import test from "ava";
import { findAnomalies } from "./anomalies.ts";
import { isForbidden } from "./level.ts";
import { recordOverlays } from "./overlay-run.ts";
import type { History, Level } from "./record.ts";

/** Values that no transaction of the history has written. */
function strangersOf({ transactions, lists }: History): number[] {
	const own = new Set(
		transactions.flatMap(({ operations }) =>
			operations.flatMap((operation) => (operation.act === "append" ? [operation.value] : [])),
		),
	);
	return [...lists.values()].flat().filter((value) => !own.has(value));
}

for (const level of ["serializable", "repeatable read", "read committed"] as const satisfies readonly Level[]) {
	test.serial(`500 transactions on each of four databases, ${level}`, async (t) => {
		const histories = await recordOverlays({ level, transactions: 500 });
		t.is(histories.size, 4);
		for (const [name, history] of histories) {
			const committed = history.transactions.filter(({ isCommitted }) => isCommitted).length;
			t.true(committed > 150, `${name}: ${committed}`);
			const wrong = findAnomalies(history).filter(({ kind }) => isForbidden(kind, level));
			t.deepEqual(wrong.slice(0, 5), [], name);
			t.true([...history.lists.values()].flat().length > 0, name);
			t.deepEqual(strangersOf(history).slice(0, 5), [], name);
		}
	});
}

test.serial("a fork that shares its store is detected", async (t) => {
	const level: Level = "serializable";
	const histories = await recordOverlays({ level, transactions: 500, isFaulty: true });
	const found = [...histories].filter(
		([, history]) =>
			strangersOf(history).length > 0 || findAnomalies(history).some(({ kind }) => isForbidden(kind, level)),
	);
	t.deepEqual(
		found.map(([name]) => name),
		["overlay", "fork"],
	);
});
