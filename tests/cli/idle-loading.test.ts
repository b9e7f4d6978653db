/**
 * Loading of the program's later parts: after a client has come, while the event loop is idle.
 */
import test from "ava";
import { IdleLoading } from "../../apps/cli/engine/idle-loading.ts";

interface Pause {
	readonly ms: number;
	readonly end: (isIdle: boolean) => void;
}

test("a part is loaded after each idle pause while there are clients, until there is none left", (t) => {
	const pauses: Pause[] = [];
	const loaded: number[] = [];
	let clients = 0;
	const loading = new IdleLoading(
		() => clients,
		[1, 2, 3].map((part) => () => void loaded.push(part)),
		(end, ms) => pauses.push({ end, ms }),
	);
	t.is(pauses.length, 0);
	loading.clientCame();
	loading.clientCame();
	t.is(pauses.length, 1);
	// It has gone.
	pauses.shift()?.end(true);
	t.deepEqual([pauses.length, loaded], [0, []]);
	clients = 1;
	loading.clientCame();
	pauses.shift()?.end(true);
	t.deepEqual([pauses.length, loaded], [1, [1]]);
	pauses.shift()?.end(true);
	pauses.shift()?.end(true);
	t.deepEqual([pauses.length, loaded], [0, [1, 2, 3]]);
	loading.clientCame();
	t.is(pauses.length, 0);
});

test("a busy event loop is looked at later and later, and loads nothing until it is idle", (t) => {
	const pauses: Pause[] = [];
	let loaded = 0;
	const loading = new IdleLoading(
		() => 1,
		[() => loaded++, () => loaded++],
		(end, ms) => pauses.push({ end, ms }),
	);
	loading.clientCame();
	const waits: number[] = [];
	while (waits.length < 8) {
		const { end, ms } = pauses.shift()!;
		waits.push(ms);
		end(false);
	}
	t.deepEqual(waits, [30, 60, 120, 240, 480, 960, 1000, 1000]);
	t.is(loaded, 0);
	pauses.shift()!.end(true);
	t.deepEqual([pauses[0]?.ms, loaded], [30, 1]);
});

test("a part that cannot be loaded ends the loading, not the server", (t) => {
	const pauses: Pause[] = [];
	const fail = (): never => {
		throw new Error("it was replaced");
	};
	const loading = new IdleLoading(
		() => 1,
		[fail, () => t.fail()],
		(end, ms) => pauses.push({ end, ms }),
	);
	loading.clientCame();
	t.notThrows(() => pauses.shift()!.end(true));
	loading.clientCame();
	t.is(pauses.length, 0);
});
