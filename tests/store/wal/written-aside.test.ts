/**
 * The log written on another thread, and commits of every size: nothing is lost, and what is visible is on disk.
 */
import { setTimeout as delay } from "node:timers/promises";
import test, { type ExecutionContext } from "ava";
import type { FastStore } from "../../../core/store/fast-store.ts";
import { openLoggedStore } from "../../../core/store/wal/logged-store.ts";
import { bytes, read, text } from "../conformance.ts";
import { crowded, storePath, warm } from "../directory.ts";
import { everythingIn, isClaimed, put } from "./logged-store.ts";

const places = { "this thread": (store: FastStore) => store, "another thread": crowded };

for (const [place, placed] of Object.entries(places)) {
	test(
		`small commits, large ones and pauses in turn lose nothing, and snapshots stay valid; the log is ` +
			`written on ${place}`,
		async (t) => {
			await changeSizes(t, placed);
		},
	);
}

async function changeSizes(t: ExecutionContext, placed: (store: FastStore) => FastStore): Promise<void> {
	const path = storePath(t);
	const store = placed(openLoggedStore({ path }));
	const expected = new Map<string, string>();
	const held = new Map<string, { release(): void; get(key: string): unknown }>();
	for (let round = 0; round < 300; round++) {
		const count = round % 60 === 59 ? 2000 : 3;
		const writes = Array.from({ length: count }, (_, at) => ({
			key: `k${(round * 7 + at * 13) % 5000}`,
			value: bytes(`${round}:${at}`),
		}));
		for (const { key, value } of writes) {
			expected.set(key, text(value)!);
		}
		const commits = [
			store.commit({ writes, conditions: [] }),
			store.commit({ writes: [{ key: "last", value: bytes(String(round)) }], conditions: [] }),
		];
		await Promise.all(commits);
		if (round % 50 === 0) {
			held.set(String(round), store.snapshot());
			await delay(round % 100 === 0 ? 300 : 30);
		}
	}
	for (const [round, snapshot] of held) {
		t.is(text(snapshot.get("last") as Uint8Array), round);
		snapshot.release();
	}
	expected.set("last", "299");
	const sorted = (map: Iterable<readonly [string, string | undefined]>): (readonly [string, string | undefined])[] =>
		[...map].sort(([one], [other]) => (one < other ? -1 : 1));
	t.deepEqual(sorted(await everythingIn(store)), sorted(expected));
	await store.close();
	const again = openLoggedStore({ path });
	t.deepEqual(sorted(await everythingIn(again)), sorted(expected));
	await again.close();
}

test(
	"a commit being written to the log on another thread is invisible, then visible to all; commits " +
		"requested meanwhile are next",
	async (t) => {
		const path = storePath(t);
		let isAsked = false;
		let seen: string | undefined;
		const look = (): void => {
			isAsked = false;
			// As soon as the write has begun: in the loop's next turn it may be over.
			queueMicrotask(() => {
				seen = read(store, "a");
			});
		};
		const store = crowded(warm(openLoggedStore({ path, watch: (stage) => isAsked && stage === "applied" && look() })));
		await put(store, "a", "1");
		t.true(await isClaimed(path), "it logs");
		isAsked = true;
		const first = put(store, "a", "2");
		const [conflict, second] = await Promise.all([
			first.then(() =>
				store.commit({ writes: [{ key: "a", value: bytes("lost") }], conditions: [{ key: "a", seen: bytes("1") }] }),
			),
			new Promise((resolve) => setImmediate(resolve)).then(() =>
				store.commit({ writes: [{ key: "b", value: bytes("1") }], conditions: [{ key: "a", seen: bytes("2") }] }),
			),
		]);
		t.is(seen, "1");
		t.deepEqual(conflict, { done: false, conflict: "a" });
		t.true(second.done);
		t.is(read(store, "a"), "2");
		t.is(read(store, "b"), "1");
		await store.close();
	},
);

test("releasing the lease during a write on another thread loses nothing", async (t) => {
	const path = storePath(t);
	const one = crowded(warm(openLoggedStore({ path })));
	await put(one, "a", "1");
	t.true(await isClaimed(path));
	const onItsWay = put(one, "a", "2");
	// The group is written in the next turn, and takes longer than one.
	await new Promise((resolve) => setImmediate(resolve));
	await new Promise((resolve) => setImmediate(resolve));
	const other = openLoggedStore({ path });
	const seen = read(other, "a");
	await onItsWay;
	t.is(read(other, "a"), "2");
	t.true(seen === "1" || seen === "2");
	await put(other, "a", "3");
	t.is(read(one, "a"), "3");
	await put(one, "b", "4");
	t.is(read(other, "b"), "4");
	await other.close();
	await one.close();
	const again = openLoggedStore({ path });
	t.deepEqual(
		[...(await everythingIn(again))],
		[
			["a", "3"],
			["b", "4"],
		],
	);
	await again.close();
});
