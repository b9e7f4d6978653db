/**
 * Synchronous commits of a single session: the conformance suite, and when they are used.
 */
import test from "ava";
import type { Contender } from "../../../core/store/commit-contention.ts";
import { openLoggedStore } from "../../../core/store/wal/logged-store.ts";
import type { Commit } from "../../../core/store/contract.ts";
import type { FastBatch, FastStore } from "../../../core/store/fast-store.ts";
import { bytes, conformance, read, readAll } from "../conformance.ts";
import { lone, storePath, warm } from "../directory.ts";

conformance("logging alone", (t) => lone(warm(openLoggedStore({ path: storePath(t) }))));

function writing(key: string, value: string): FastBatch {
	return { writes: [{ key, value: bytes(value) }], conditions: [] };
}

async function everythingIn(store: FastStore): Promise<Map<string, string | undefined>> {
	const snapshot = store.snapshot();
	const found = new Map(await readAll(snapshot, { from: "a", to: "z" }));
	snapshot.release();
	return found;
}

test("the only contender in two rounds commits at once, once for each round", async (t) => {
	const store = warm(openLoggedStore({ path: storePath(t) }));
	await store.commit(writing("a", "0"));
	const [one, other]: Contender[] = [{ askedIn: 0 }, { askedIn: 0 }];
	const askers = store.askers!;
	const ask = (asker: Contender): void => {
		askers.arrived++;
		askers.note(asker);
	};
	const alone = (value: string): Commit | undefined => store.commitAlone!(writing("a", value));
	ask(one!);
	t.is(alone("1"), undefined, "other contenders are not known yet");
	await store.commit(writing("a", "1"));
	ask(one!);
	t.true(alone("2")?.done);
	t.is(read(store, "a"), "2");
	askers.note(one!);
	t.is(alone("3"), undefined, "no other contender was awaited");
	ask(one!);
	t.true(alone("3")?.done);
	ask(other!);
	t.is(alone("4"), undefined, "another one asks");
	ask(one!);
	t.is(alone("4"), undefined, "and both wait for the same commit");
	const both = [store.commit(writing("b", "1")), store.commit(writing("c", "1"))];
	ask(one!);
	t.is(alone("4"), undefined, "some are on their way");
	await Promise.all(both);
	ask(one!);
	await store.commit(writing("a", "4"));
	ask(one!);
	t.deepEqual(store.commitAlone!({ ...writing("a", "5"), conditions: [{ key: "a", seen: bytes("3") }] }), {
		done: false,
		conflict: "a",
	});
	t.is(read(store, "a"), "4");
	await store.close();
});

test("synchronous commits fill one segment after the other, and are there after reopening", async (t) => {
	const path = storePath(t);
	const store = lone(warm(openLoggedStore({ path })));
	let alone = 0;
	const expected = new Map<string, string>();
	for (let at = 0; at < 600; at++) {
		const [key, value] = [`k${at % 97}`, String(at).padEnd(40_000, "x")];
		const batch = writing(key, value);
		const commit = store.commitAlone!(batch);
		alone += commit === undefined ? 0 : 1;
		t.true((commit ?? (await store.commit(batch))).done);
		expected.set(key, value);
	}
	const sorted = new Map([...expected].sort(([one], [other]) => (one < other ? -1 : 1)));
	t.true(alone > 400, `${alone} were`);
	t.deepEqual(await everythingIn(store), sorted);
	await store.close();
	const again = openLoggedStore({ path });
	t.deepEqual(await everythingIn(again), sorted);
	await again.close();
});
