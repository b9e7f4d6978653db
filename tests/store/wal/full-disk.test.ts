/**
 * A log left by a killed process while the disk is full: it is read beside the file, and written once there is space.
 */
import { once } from "node:events";
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import test, { type ExecutionContext } from "ava";
import { openLoggedStore } from "../../../core/store/wal/logged-store.ts";
import type { Request } from "../lmdb/child.ts";
import { read } from "../conformance.ts";
import { storePath } from "../directory.ts";
import { ask, forkChild } from "../lmdb/second-process.ts";
import { everythingIn, isClaimed, put } from "./logged-store.ts";

const real = fs.statfsSync;
let freeBytes = Number.POSITIVE_INFINITY;
/** Asked so often, the disk has no more space. */
let answers = Number.POSITIVE_INFINITY;

fs.statfsSync = ((path: string) => {
	const free = answers-- > 0 ? freeBytes : 0;
	return Number.isFinite(free) ? { bavail: free, bsize: 1, blocks: 1 } : real(path);
}) as typeof real;
syncBuiltinESMExports();

test.afterEach.always(() => {
	freeBytes = Number.POSITIVE_INFINITY;
	answers = Number.POSITIVE_INFINITY;
});

/** A store whose process was killed after so many commits. */
async function killed(t: ExecutionContext, times: number): Promise<string> {
	const path = storePath(t);
	const child = forkChild(t);
	await ask(child, { act: "open", path, withLog: true });
	child.send({ act: "increment", key: "counter", times, thenDie: true } satisfies Request);
	await once(child, "close");
	t.true(await isClaimed(path));
	return path;
}

test.serial("without space the log is read; changes are refused until there is space, without a restart", async (t) => {
	const path = await killed(t, 40);
	freeBytes = 0;
	const store = openLoggedStore({ path });
	t.is(read(store, "counter"), "40");
	t.throws(() => store.check(), { name: "BrokenStore", message: /^No space left on device: .* Reads are served/ });
	await t.throwsAsync(put(store, "a", "1"), { name: "BrokenStore", message: /No space left on device/ });
	// Often enough that commits would be worth a log of this process, which would overwrite the one that is left.
	for (let times = 0; times < 50; times++) {
		await t.throwsAsync(put(store, "a", "1"));
	}
	t.is(read(store, "counter"), "40");
	t.true(await isClaimed(path));
	const other = openLoggedStore({ path });
	t.is(read(other, "counter"), "40", "another process reads it, too");
	await other.close();
	freeBytes = Number.POSITIVE_INFINITY;
	await put(store, "a", "1");
	t.notThrows(() => store.check());
	t.is(read(store, "counter"), "40");
	t.is(read(store, "a"), "1");
	await store.close();
	const again = openLoggedStore({ path });
	t.is(read(again, "counter"), "40");
	t.is(read(again, "a"), "1");
	await again.close();
});

test.serial("a server that only reads and is closed leaves the log as it was", async (t) => {
	const path = await killed(t, 40);
	freeBytes = 0;
	for (let times = 0; times < 2; times++) {
		const store = openLoggedStore({ path });
		t.is(read(store, "counter"), "40");
		await store.close();
	}
	t.true(await isClaimed(path));
});

test.serial("with little space the log is written in parts", async (t) => {
	const path = await killed(t, 400);
	freeBytes = 4_000_000;
	const store = openLoggedStore({ path });
	t.is(read(store, "counter"), "400");
	t.notThrows(() => store.check());
	t.false(await isClaimed(path));
	await store.close();
});

test.serial("parts that were written before the space ended change nothing", async (t) => {
	const path = await killed(t, 400);
	freeBytes = 3_500_000;
	answers = 4;
	const store = openLoggedStore({ path });
	t.is(read(store, "counter"), "400");
	t.throws(() => store.check(), { message: /No space left/ });
	t.true(await isClaimed(path));
	freeBytes = Number.POSITIVE_INFINITY;
	answers = Number.POSITIVE_INFINITY;
	t.notThrows(() => store.check());
	t.false(await isClaimed(path));
	t.is(read(store, "counter"), "400");
	await put(store, "counter", "401");
	await store.close();
	const again = openLoggedStore({ path });
	t.is(read(again, "counter"), "401");
	t.true((await everythingIn(again)).size >= 1);
	await again.close();
});
