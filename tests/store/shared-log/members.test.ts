/**
 * Members: who is out, whose state differs, whose locks count; over one log, without a clock.
 */
import { setTimeout as delay } from "node:timers/promises";
import test from "ava";
import type { Key } from "../../../core/store/contract.ts";
import { logPartPrefix, rangeOf, sweepKey } from "../../../core/store/encoding/keys.ts";
import { isRunning, thisOwner } from "../../../core/exec/write/owner.ts";
import { openMemoryStore } from "../../../core/store/memory/memory.ts";
import type { CommitLog } from "../../../core/store/shared-log/commit-log.ts";
import { FollowedStore } from "../../../core/store/shared-log/followed-store.ts";
import { MemoryLog } from "../../../core/store/shared-log/memory-log.ts";
import { encodeRecord } from "../../../core/store/shared-log/record.ts";
import { bytes, read } from "../conformance.ts";
import { facts, newName } from "./joined.ts";

interface Opened {
	readonly store: FollowedStore;
	readonly log: CommitLog;
	readonly file: ReturnType<typeof openMemoryStore>;
	stopped: string | undefined;
}

async function open(
	log: MemoryLog,
	{ change, replaces }: { change?: Parameters<MemoryLog["connect"]>[0]; replaces?: string } = {},
): Promise<Opened> {
	const connected = log.connect(change);
	const file = openMemoryStore();
	const opened: Opened = {
		log: connected,
		file,
		stopped: undefined,
		store: new FollowedStore({
			file,
			log: connected,
			cluster: "c",
			name: newName(),
			facts: replaces === undefined ? facts : { ...facts, replaces },
			stopped: ({ message }) => {
				opened.stopped = message;
			},
		}),
	};
	await opened.store.join();
	return opened;
}

function put(store: FollowedStore, key: Key, value: string): Promise<{ readonly done: boolean }> {
	return store.commit({ writes: [{ key, value: bytes(value) }], conditions: [] });
}

/** Its reason, once it has stopped. */
async function reasonOf(opened: Opened): Promise<string> {
	for (let turns = 0; opened.stopped === undefined && turns < 1000; turns++) {
		await delay(5);
	}
	return opened.stopped ?? "it goes on";
}

const members = ({ store }: Opened): string[] => store.machine.members.all().map(({ name }) => name);

test("what one server commits the others read, and the order decides who conflicts", async (t) => {
	const log = new MemoryLog();
	const [one, other] = [await open(log), await open(log)];
	t.true((await put(one.store, "a", "1")).done);
	await other.store.catchUp();
	t.is(read(other.store, "a"), "1");
	const change = (store: FollowedStore, value: string) =>
		store.commit({
			since: store.machine.changed,
			writes: [{ key: "a", value: bytes(value) }],
			conditions: [{ key: "a", seen: bytes("1") }],
		});
	const both = await Promise.all([change(one.store, "2"), change(other.store, "3")]);
	t.deepEqual(both.map(({ done }) => done).sort(), [false, true]);
	await one.store.catchUp();
	t.is(read(one.store, "a"), read(other.store, "a"));
	t.is(one.store.snapshot().transactionId, other.store.snapshot().transactionId);
});

test("a member that leaves is none; one that came back in its place is another", async (t) => {
	const log = new MemoryLog();
	const [one, other] = [await open(log), await open(log)];
	const name = other.store.members.self;
	t.true(one.store.members.has(name));
	await other.store.close();
	await one.store.catchUp();
	t.false(one.store.members.has(name));
	const dead = await open(log);
	const again = await open(log, { replaces: dead.store.members.self });
	await one.store.catchUp();
	t.deepEqual(members(one), [one.store.members.self, again.store.members.self]);
	t.regex(await reasonOf(dead), /put it out: start it again/);
	t.throws(() => dead.store.snapshot(), { message: /put it out/ });
	await t.throwsAsync(put(dead.store, "a", "1"), { message: /put it out/ });
});

test("who is out is decided in the log: not who was heard of after that", async (t) => {
	const log = new MemoryLog();
	const [one, other] = [await open(log), await open(log)];
	await one.store.catchUp();
	const heard = one.store.machine.members.get(other.store.members.self)!.heard;
	await put(other.store, "a", "1");
	await one.store.own.send({ kind: "out", member: other.store.members.self, heard });
	t.true(one.store.members.has(other.store.members.self));
	await one.store.own.send({
		kind: "out",
		member: other.store.members.self,
		heard: one.store.machine.members.get(other.store.members.self)!.heard,
	});
	t.false(one.store.members.has(other.store.members.self));
	t.regex(await reasonOf(other), /put it out/);
});

test("parts of a member that is out are dropped", async (t) => {
	const log = new MemoryLog({ mostRecordBytes: 400 });
	const one = await open(log);
	const author = "dead";
	const at = { author, position: 0, digest: 0 };
	await one.log.append(encodeRecord({ ...at, number: 1 }, { kind: "join", facts }), "");
	await one.log.append(encodeRecord({ ...at, number: 2 }, { kind: "part", bytes: bytes("half") }), "");
	await one.store.catchUp();
	const parts = (): unknown =>
		one.store
			.snapshot()
			.scan(rangeOf(logPartPrefix(author)))
			.next();
	t.not(parts(), null);
	await one.store.own.send({ kind: "out", member: author, heard: one.store.machine.members.get(author)!.heard });
	t.is(parts(), null);
	t.true((await put(one.store, "large", "x".repeat(3000))).done, "its own parts are whole");
	t.is(read(one.store, "large")?.length, 3000);
});

test("a server whose state differs from the others' stops, and they go on", async (t) => {
	const log = new MemoryLog();
	const [one, two] = [await open(log), await open(log)];
	const odd = await open(log, {
		change: (record) => {
			const bytes = Buffer.from(record.bytes);
			const at = bytes.indexOf("first");
			return [{ ...record, bytes: at < 0 ? bytes : bytes.fill("x", at, at + 1) }];
		},
	});
	await put(one.store, "a", "first");
	for (let turn = 0; turn < 5; turn++) {
		await put(one.store, "a", "1");
		await put(two.store, "b", "2");
	}
	t.regex(await reasonOf(odd), /differs from that of/);
	t.is(one.stopped, undefined);
	t.is(two.stopped, undefined);
	t.true((await put(one.store, "c", "3")).done);
});

test("a record that a newer verso has written stops a server before it", async (t) => {
	const log = new MemoryLog();
	const one = await open(log);
	await put(one.store, "a", "1");
	const unknown = encodeRecord({ author: "x", number: 1, position: 0, digest: 0 }, { kind: "leave" });
	unknown[0] = 2;
	await one.log.append(unknown, "");
	t.regex(await reasonOf(one), /newer verso/);
	t.throws(() => one.store.check(), { message: /newer verso/ });
});

test("a server that swept nothing itself clears its file when another has", async (t) => {
	const log = new MemoryLog();
	const [one, other] = [await open(log), await open(log)];
	const mark = sweepKey("\x40z");
	await put(one.store, "\x40z1", "row");
	await put(one.store, mark, "");
	for (const { store } of [one, other]) {
		await store.catchUp();
		await store.fold();
	}
	await one.store.commit({ writes: [], conditions: [], cleared: ["\x40z"] });
	t.is(read(one.store, "\x40z1"), undefined);
	t.is(read(other.store, "\x40z1"), "row", "the log knows nothing of it");
	await one.store.commit({ writes: [{ key: mark, value: null }], conditions: [] });
	await other.store.catchUp();
	await other.store.fold();
	t.is(read(other.store, "\x40z1"), undefined);
	t.is(other.store.machine.clearing.size, 0);
});

test("locks count as long as their member is one, whatever process has its number", async (t) => {
	const log = new MemoryLog();
	const [one, other] = [await open(log), await open(log)];
	const owner = thisOwner(other.store.members);
	await one.store.catchUp();
	t.true(isRunning(owner, one.store.members));
	await other.store.close();
	await one.store.catchUp();
	t.false(isRunning(owner, one.store.members), "this process runs, but the member is gone");
	t.false(isRunning(thisOwner(undefined), one.store.members), "from before there was a cluster");
	t.true(isRunning(thisOwner(undefined), undefined));
});
