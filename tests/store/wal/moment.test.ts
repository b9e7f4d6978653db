/**
 * Snapshots of a store with a log keep their state while others commit, released in any order or not at all.
 */
import test, { type ExecutionContext } from "ava";
import fc from "fast-check";
import { schemaVersionKey } from "../../../core/store/encoding/keys.ts";
import { openLoggedStore } from "../../../core/store/wal/logged-store.ts";
import type { Write } from "../../../core/store/contract.ts";
import type { FastSnapshot, FastStore } from "../../../core/store/fast-store.ts";
import { bytes, readAll, text } from "../conformance.ts";
import { crowded, lone, storePath, warm } from "../directory.ts";

type Step =
	| { readonly kind: "commit"; readonly writes: readonly (readonly [key: number, value: number | null])[] }
	| { readonly kind: "look" }
	| { readonly kind: "release"; readonly at: number };

interface Held {
	readonly snapshot: FastSnapshot;
	readonly expected: ReadonlyMap<string, string>;
}

const ways: readonly (readonly [string, (store: FastStore) => FastStore])[] = [
	["alone", lone],
	["in groups", (store) => store],
	["aside", crowded],
];

const write = fc.tuple(fc.nat(40), fc.option(fc.nat(1000), { nil: null }));
const step: fc.Arbitrary<Step> = fc.oneof(
	{
		weight: 4,
		arbitrary: fc.record({
			kind: fc.constant("commit" as const),
			writes: fc.array(write, { minLength: 1, maxLength: 6 }),
		}),
	},
	{ weight: 3, arbitrary: fc.constant({ kind: "look" as const }) },
	{ weight: 3, arbitrary: fc.record({ kind: fc.constant("release" as const), at: fc.nat(9) }) },
);

const keyOf = (number: number): string => `k${String(number).padStart(2, "0")}`;

async function verify(t: ExecutionContext, { snapshot, expected }: Held): Promise<void> {
	t.deepEqual(
		await readAll(snapshot, { from: "k", to: "l" }),
		[...expected].sort(([one], [other]) => (one < other ? -1 : 1)),
	);
	for (let number = 0; number <= 40; number += 8) {
		t.is(text(await snapshot.get(keyOf(number))), expected.get(keyOf(number)));
	}
}

async function play(t: ExecutionContext, store: FastStore, steps: readonly Step[]): Promise<void> {
	const state = new Map<string, string>();
	const held: Held[] = [];
	for (const each of steps) {
		if (each.kind === "look") {
			held.push({ snapshot: store.snapshot(), expected: new Map(state) });
		} else if (each.kind === "release") {
			const [gone] = held.splice(each.at % Math.max(1, held.length), 1);
			gone?.snapshot.release();
		} else {
			const writes = new Map(each.writes.map(([key, value]) => [keyOf(key), value === null ? null : String(value)]));
			await store.commit({
				writes: [...writes].map(([key, value]): Write => ({ key, value: value === null ? null : bytes(value) })),
				conditions: [],
			});
			writes.forEach((value, key) => (value === null ? state.delete(key) : state.set(key, value)));
		}
		for (const one of held) {
			await verify(t, one);
		}
	}
	for (const { snapshot } of held) {
		snapshot.release();
		snapshot.release();
		t.throws(() => snapshot.get("k00"), { message: /released/ });
	}
}

for (const [name, made] of ways) {
	test(`each snapshot keeps its state, whatever is committed ${name} and whichever others are released`, async (t) => {
		await fc.assert(
			fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
				const store = made(warm(openLoggedStore({ path: storePath(t) })));
				await store.commit({ writes: [{ key: "a", value: bytes("there") }], conditions: [] });
				await play(t, store, steps);
				await store.close();
			}),
			{ numRuns: 25 },
		);
	});

	test(`states share a schema until a commit ${name} increments its version`, async (t) => {
		const store = made(warm(openLoggedStore({ path: storePath(t) })));
		const commit = (key: string): Promise<unknown> =>
			Promise.resolve(store.commit({ writes: [{ key, value: bytes(key) }], conditions: [] }));
		const schemaState = (): object | undefined => {
			const snapshot = store.snapshot();
			snapshot.release();
			return snapshot.schemaState;
		};
		await commit("a");
		await commit("b");
		const first = schemaState();
		t.not(first, undefined);
		await commit("c");
		t.is(schemaState(), first);
		const before = store.snapshot();
		await commit(schemaVersionKey);
		t.not(schemaState(), first);
		t.is(before.schemaState, first, "what was read before is still of the schema before");
		before.release();
		const second = schemaState();
		await commit("d");
		t.is(schemaState(), second);
		await store.close();
	});
}
