/**
 * The store as one of several processes of a server: the conformance suite through another store that owns the log,
 * and owners that are killed under load.
 */
import type { ChildProcess } from "node:child_process";
import net from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import test, { type ExecutionContext } from "ava";
import { logClaimKey } from "../../../core/store/encoding/keys.ts";
import type { FastStore } from "../../../core/store/fast-store.ts";
import { EntryRun } from "../../../core/store/page/entry-run.ts";
import { decodeLease, type LogOwner } from "../../../core/store/wal/log-lease.ts";
import { openLoggedStore } from "../../../core/store/wal/logged-store.ts";
import { bytes, conformance, read } from "../conformance.ts";
import { storePath } from "../directory.ts";
import { ask, forkChild } from "../lmdb/second-process.ts";
import { everythingIn } from "./logged-store.ts";

/** Longer than it takes to recover a log on a busy machine, shorter than a lock wait. */
const patienceMs = 20_000;

function ownerIn(store: FastStore): LogOwner | undefined {
	const snapshot = store.snapshot();
	const { owner } = decodeLease(snapshot.get(logClaimKey) as Uint8Array | undefined);
	snapshot.release();
	return owner;
}

async function until(is: () => boolean, say: string): Promise<void> {
	for (const start = performance.now(); !is(); ) {
		if (performance.now() - start > patienceMs) {
			throw new Error(say);
		}
		await delay(1);
	}
}

/**
 * A store whose commits go through another process that owns the log, and is busy. (A store of this thread would wait
 * for the file's lock while the other's writing thread holds it and waits for this thread.)
 */
function following(t: ExecutionContext): FastStore {
	const path = storePath(t);
	const follower = openLoggedStore({ path, sockets: net });
	const child = forkChild(t);
	const become = async (): Promise<void> => {
		await ask(child, { act: "open", path, withLog: true, isShared: true });
		await ask(child, { act: "keepBusy" });
		await until(() => ownerIn(follower)?.process === child.pid, "the child does not take the log");
	};
	const [commit, owned] = [follower.commit.bind(follower), become()];
	return Object.assign(follower, {
		commit: async (batch: Parameters<FastStore["commit"]>[0], laid?: () => void) => {
			await owned;
			return commit(batch, laid);
		},
	});
}

conformance("following", following);

test.serial("a follower reads what the owner has acknowledged, and the owner what a follower has", async (t) => {
	const path = storePath(t);
	const child = forkChild(t);
	await ask(child, { act: "open", path, withLog: true, isShared: true });
	const store = openLoggedStore({ path, sockets: net });
	let followed = 0;
	for (let round = 0; round < 2000; round++) {
		const value = String(round).repeat(50);
		await ask(child, { act: "put", key: `k${round % 7}`, value });
		t.is(read(store, `k${round % 7}`), value);
		await store.commit({ writes: [{ key: "mine", value: bytes(String(round)) }], conditions: [] });
		t.is(await ask(child, { act: "get", key: "mine" }), String(round));
		followed += ownerIn(store) === undefined ? 0 : 1;
	}
	t.true(followed > 500, `${followed}`);
	await store.close();
	t.is(await ask(child, { act: "get", key: "k0" }), "1995".repeat(50));
});

/** Counts in one key by eight commits at a time, each with a new entry, while it is not paused; none may fail. */
class Counters {
	counted = 0;
	underWay = 0;
	isPaused = false;
	isEnding = false;
	/** Since the mark was set, until the next was counted. */
	stillMs = 0;
	#markMs = 0;
	readonly ended: Promise<unknown>;

	constructor(t: ExecutionContext, store: FastStore) {
		const additions = [{ key: "sum", amount: 1 }];
		const count = async (_: unknown, counter: number): Promise<void> => {
			for (let number = 0; !this.isEnding; number++) {
				if (this.isPaused) {
					await delay(5);
					continue;
				}
				this.underWay++;
				const runs = [new EntryRun(true)];
				runs[0]!.append(`new ${counter} ${String(number).padStart(6, "0")}`, bytes("1"));
				t.true((await store.commit({ writes: [], runs, conditions: [], additions })).done);
				this.underWay--;
				this.counted++;
				if (this.#markMs > 0) {
					this.stillMs = performance.now() - this.#markMs;
					this.#markMs = 0;
				}
			}
		};
		this.ended = Promise.all(Array.from({ length: 8 }, count));
	}

	mark(): void {
		this.stillMs = 0;
		this.#markMs = performance.now();
	}
}

test.serial(
	"an owner that is killed loses nothing, and leaves no outcome unknown: each increment is counted once",
	async (t) => {
		const path = storePath(t);
		const store = openLoggedStore({ path, sockets: net });
		const counters = new Counters(t, store);
		t.teardown(() => {
			counters.isEnding = true;
		});
		const acknowledged: string[] = [];
		const startOwner = async (): Promise<ChildProcess> => {
			const child = forkChild(t);
			await ask(child, { act: "open", path, withLog: true, isShared: true });
			child.on("message", (key) => acknowledged.push(String(key)));
			child.send({ act: "flood", writers: 4 });
			await until(() => ownerIn(store)?.process === child.pid, "the child does not take the log");
			return child;
		};
		const stillMs: number[] = [];
		for (let round = 0; round < 6; round++) {
			// A log without commits is given up.
			counters.isPaused = true;
			await until(() => counters.underWay === 0 && ownerIn(store) === undefined, "the log is not given up");
			const child = await startOwner();
			counters.isPaused = false;
			await delay(150 + 50 * round);
			t.is(ownerIn(store)?.process, child.pid, "it is followed");
			child.kill("SIGKILL");
			counters.mark();
			await until(() => counters.stillMs > 0, "no commit succeeds after the owner's death");
			stillMs.push(Math.round(counters.stillMs));
		}
		counters.isEnding = true;
		await counters.ended;
		t.is(Buffer.from(await valueOf(store, "sum")).readDoubleLE(0), counters.counted);
		const found = await everythingIn(store);
		t.deepEqual(
			acknowledged.filter((key) => !found.has(key)),
			[],
		);
		t.true(acknowledged.length > 100 && counters.counted > 100);
		t.log(`${counters.counted} counted, ${acknowledged.length} acknowledged, stood still for ${stillMs.join(", ")} ms`);
		await store.close();
	},
);

async function valueOf(store: FastStore, key: string): Promise<Uint8Array> {
	const snapshot = store.snapshot();
	const value = await snapshot.get(key);
	snapshot.release();
	return value ?? new Uint8Array(8);
}
