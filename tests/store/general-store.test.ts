/**
 * The general store over an engine that implements the contract alone: the conformance suite.
 */
import test from "ava";
import { generalStore } from "../../core/store/general/general-store.ts";
import { bytes, conformance, text } from "./conformance.ts";
import { promiseStore } from "./promise-store.ts";

conformance("general, over promises", () => generalStore(promiseStore()));

test("counters of concurrent commits are all added, and existing keys refuse the commit of a new run", async (t) => {
	const store = generalStore(promiseStore());
	const adding = Array.from({ length: 20 }, () =>
		store.commit({ writes: [], conditions: [], additions: [{ key: "n", amount: 1 }] }),
	);
	for (const commit of await Promise.all(adding)) {
		t.true(commit.done);
	}
	const count = await store.snapshot().get("n");
	t.is(new DataView((count as Uint8Array).slice().buffer).getFloat64(0, true), 20);
	const empty = { from: "k1", to: "k5" };
	const [one, other] = await Promise.all([
		store.commit({ writes: [{ key: "k2", value: bytes("a") }], conditions: [], empty }),
		store.commit({ writes: [{ key: "k3", value: bytes("b") }], conditions: [], empty }),
	]);
	t.deepEqual([one.done, other.done].sort(), [false, true]);
	const left = await store.snapshot().getMany(["k2", "k3"]);
	t.is(left.map((value) => text(value)).filter((value) => value !== undefined).length, 1);
});
