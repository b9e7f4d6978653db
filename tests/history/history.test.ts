/**
 * 38,000 concurrent transactions without an anomaly that their level forbids; and a checker that finds each kind.
 */
import test from "ava";
import { findAnomalies } from "./anomalies.ts";
import { isForbidden } from "./level.ts";
import type { AnomalyKind, History, Level, Operation, Transaction } from "./record.ts";
import { record, type Wish } from "./run.ts";

const append = (key: number, value: number): Operation => ({ act: "append", key, value });
const read = (key: number, ...values: number[]): Operation => ({ act: "read", key, values });
const replace = (key: number, seen: number, value: number): Operation => ({ act: "replace", key, seen, value });

function historyOf(lists: readonly (readonly number[])[], ...transactions: readonly (readonly Operation[])[]): History {
	return {
		lists: new Map(lists.map((values, key) => [key, values])),
		transactions: transactions.map((operations, id): Transaction => ({ id, operations, isCommitted: true })),
	};
}

const known: readonly [kind: AnomalyKind, history: History][] = [
	[
		"G0",
		historyOf(
			[
				[1, 2],
				[4, 3],
			],
			[append(0, 1), append(1, 3)],
			[append(0, 2), append(1, 4)],
		),
	],
	["G1b", historyOf([[1, 2]], [append(0, 1), append(0, 2)], [read(0, 1)])],
	["G1c", historyOf([[1], [2]], [append(0, 1), read(1, 2)], [append(1, 2), read(0, 1)])],
	["read skew", historyOf([[1], [2]], [append(0, 1), append(1, 2)], [read(0, 1), read(1)])],
	["G-single", historyOf([[1], [2], [3]], [append(0, 1), append(1, 2)], [read(0, 1), read(1), append(2, 3)])],
	["G2", historyOf([[1], [2]], [read(0), append(1, 2)], [read(1), append(0, 1)])],
	["lost update", historyOf([], [replace(0, 0, 1)], [replace(0, 0, 2)])],
	["lost append", historyOf([[2]], [append(0, 1)], [append(0, 2)])],
];

for (const [kind, history] of known) {
	test(`the checker finds ${kind}`, (t) => {
		t.is(findAnomalies(history)[0]?.kind, kind);
		t.deepEqual(
			findAnomalies({ ...history, transactions: history.transactions.slice(0, 1), lists: new Map() }).filter(
				(anomaly) => anomaly.kind !== "lost append",
			),
			[],
		);
	});
}

test("the checker finds G1a, and nothing in a correct history", (t) => {
	const history = historyOf([[2]], [append(0, 1)], [append(0, 2)], [read(0, 1)]);
	const [undone, ...others] = history.transactions;
	const kinds = findAnomalies({ ...history, transactions: [{ ...undone!, isCommitted: false }, ...others] }).map(
		({ kind }) => kind,
	);
	t.true(kinds.includes("G1a"));
	t.deepEqual(
		findAnomalies(historyOf([[1, 2]], [append(0, 1)], [read(0, 1), append(0, 2)], [read(0, 1, 2)], [read(0)])),
		[],
	);
});

test("the checker finds a stale read, by the time of begin and end", (t) => {
	const history = historyOf([[1]], [append(0, 1)], [read(0)]);
	const [writer, reader] = history.transactions;
	const found = (beganMs: number): string[] =>
		findAnomalies({
			...history,
			transactions: [
				{ ...writer!, beganMs: 1, endedMs: 2 },
				{ ...reader!, beganMs, endedMs: 4 },
			],
		}).map(({ kind }) => kind);
	t.deepEqual(found(3), ["stale read"]);
	t.deepEqual(found(1.5), []);
});

const wishes: readonly Wish[] = [
	{ level: "serializable", transactions: 4000, servers: 1 },
	{ level: "serializable", transactions: 4000, servers: 2 },
	{ level: "repeatable read", transactions: 3000, servers: 1 },
	{ level: "repeatable read", transactions: 3000, servers: 2, locksRegisters: true },
	{ level: "read committed", transactions: 3000, servers: 1, locksRegisters: true },
	{ level: "read committed", transactions: 3000, servers: 2 },
	{ level: "serializable", transactions: 3000, servers: 1, hasLog: true },
	{ level: "repeatable read", transactions: 3000, servers: 1, hasLog: true, locksRegisters: true },
	{ level: "read committed", transactions: 2000, servers: 2, hasLog: true, locksRegisters: true },
	{ level: "serializable", transactions: 4000, servers: 2, hasLog: true, isShared: true },
	{ level: "repeatable read", transactions: 3000, servers: 2, hasLog: true, isShared: true, locksRegisters: true },
	{ level: "read committed", transactions: 3000, servers: 2, hasLog: true, isShared: true },
];

for (const wish of wishes) {
	test.serial(
		`${wish.transactions} transactions, ${wish.level}, ${wish.servers} servers${wish.isShared ? ", one log" : wish.hasLog ? ", log" : ""}`,
		async (t) => {
			const history = await record(wish);
			t.is(history.transactions.length, wish.transactions);
			t.true(history.transactions.filter(({ isCommitted }) => isCommitted).length > wish.transactions / 2);
			const wrong = findAnomalies(history).filter(
				({ kind }) => isForbidden(kind, wish.level) || (kind === "lost update" && wish.locksRegisters === true),
			);
			t.deepEqual(wrong.slice(0, 5), []);
		},
	);
}

test.serial("a server that commits without validation is detected", async (t) => {
	const level: Level = "serializable";
	let found: string[] = [];
	for (let tries = 0; tries < 10 && found.length === 0; tries++) {
		const anomalies = findAnomalies(await record({ level, transactions: 1000, servers: 2, isFaulty: true }));
		found = [...new Set(anomalies.map(({ kind }) => kind).filter((kind) => isForbidden(kind, level)))];
	}
	t.log(found.join(", "));
	t.not(found.length, 0);
});
