/**
 * Histories of two servers of different releases over one shared log; with real time under `--reads fresh`.
 */
import test from "ava";
import { findAnomalies } from "./anomalies.ts";
import { isForbidden } from "./level.ts";
import type { Anomaly, Level } from "./record.ts";
import { recordShared } from "./shared-run.ts";

const levels: readonly Level[] = ["serializable", "repeatable read", "read committed"];

for (const level of levels) {
	for (const isFresh of [false, true]) {
		const transactions = isFresh ? 1000 : 6000;
		test.serial(`${transactions} transactions over a log, ${level}${isFresh ? ", fresh" : ""}`, async (t) => {
			const history = await recordShared({ level, transactions, isFresh });
			const anomalies = findAnomalies(history);
			const stale = anomalies.filter(({ kind }) => kind === "stale read");
			const committed = history.transactions.filter(({ isCommitted }) => isCommitted).length;
			t.log(`${committed} committed, ${stale.length} stale reads`);
			t.true(committed > transactions / 4);
			t.deepEqual(anomalies.filter(({ kind }) => isForbidden(kind, level)).slice(0, 5), []);
			if (isFresh) {
				// Other reads may be stale; whether any is depends on how late the log is.
				t.is(stale.length, 0, "reads that ask the log first see all that is committed");
			}
		});
	}
}

test.serial("servers that look at no conditions are found out", async (t) => {
	const level: Level = "serializable";
	// How many there are in a run depends on who comes late: 900 to 2,300.
	const found: Anomaly[] = [];
	for (let run = 0; run < 3 && found.length < 1000; run++) {
		const history = await recordShared({ level, transactions: 9000, isFaulty: true });
		found.push(...findAnomalies(history).filter(({ kind }) => isForbidden(kind, level)));
	}
	t.log(`${found.length}: ${[...new Set(found.map(({ kind }) => kind))].join(", ")}`);
	t.true(found.length >= 1000);
});
