/**
 * Before a login: what a client may cost that has no account, and what it learns of those that are there.
 */
import { join } from "node:path";
import test from "ava";
import { LoginQueue } from "../../apps/server/login-queue.ts";
import { startServer } from "../../apps/server/server.ts";
import { sqlError } from "../../core/errors/catalogue.ts";
import type { Identification, Kernel } from "../../core/kernel.ts";
import { LoginFailures } from "../../core/session/account/login-failures.ts";
import { openMemoryStore } from "../../core/store/memory/memory.ts";
import { temporaryFolder } from "../cli/program.ts";
import { answerOf, connectRoot, openMemoryKernel } from "../memory-kernel.ts";
import { FakeKernel } from "./fake-kernel.ts";
import { code, modern, RawClient, response } from "./raw-client.ts";

const log = { info() {}, error() {} };

/** Fifty that were greeted at once: after a second of silence they make room for others, so no test runs beside. */
async function silentClients(port: number): Promise<readonly RawClient[]> {
	const clients = Array.from({ length: 50 }, () => new RawClient(port));
	await Promise.all(clients.map((client) => client.receive()));
	return clients;
}

test.serial("more connections than max_connections and fifty do not log in at once", async (t) => {
	// Its max_connections is 0.
	const kernel = new FakeKernel();
	const server = await startServer({ kernel, log, host: "127.0.0.1", port: 0 });
	t.teardown(() => server.close(0));
	const half = await silentClients(server.address.port);
	const refused = new RawClient(server.address.port);
	t.is(code(await refused.receive()), 1040);
	half[0]!.socket.destroy();
	await new Promise((resolve) => setTimeout(resolve, 50));
	const next = new RawClient(server.address.port);
	t.is((await next.receive())?.[0], 10);
	next.send(1, response(modern, "root", Buffer.alloc(0), "mysql_native_password"));
	t.is((await next.receive())?.[0], 0);
	// It is in, and its place is free.
	const after = new RawClient(server.address.port);
	t.is((await after.receive())?.[0], 10);
});

test("a login packet of more than 16 kB is refused before it is gathered", async (t) => {
	const server = await startServer({ kernel: new FakeKernel(), log, host: "127.0.0.1", port: 0 });
	t.teardown(() => server.close(0));
	const client = new RawClient(server.address.port);
	await client.receive();
	// The head of a packet of 20,000 bytes, and some of it.
	client.socket.write(Buffer.concat([Buffer.of(0x20, 0x4e, 0, 1), Buffer.alloc(100)]));
	t.is((await client.receive())?.[0], 0xff);
});

test("after failures an address waits first, and an account's refusals come later", (t) => {
	let nowMs = 0;
	const lines: string[] = [];
	const failures = new LoginFailures({ warn: (line) => void lines.push(line), error() {} }, () => nowMs);
	const delays = Array.from({ length: 12 }, () => failures.failed("root", "1.2.3.4"));
	t.deepEqual(delays, [0, 0, 0, 100, 200, 400, 800, 1600, 3200, 5000, 5000, 5000]);
	t.is(failures.failed("root", "5.6.7.8"), 5000, "the same account from elsewhere");
	t.is(failures.delayMs("1.2.3.4"), 5000, "any account from there, before its password is looked at");
	t.is(failures.delayMs("4.3.2.1"), 0, "a right password from elsewhere");
	t.is(failures.failed("anna", "1.2.3.4"), 0);
	t.is(failures.failed("anna", "5.6.7.8"), 0);
	t.deepEqual(lines, ['A login was refused: "root" from 1.2.3.4'], "one line a minute");
	nowMs += 60_000;
	failures.failed("x", "y");
	t.is(lines[1], 'A login was refused: "x" from y, and 14 others since the last such line');
	failures.succeeded("root", "1.2.3.4");
	t.is(failures.failed("root", "9.9.9.9"), 0);
	nowMs += 600_001;
	t.is(failures.failed("anna", "5.6.7.8"), 0, "forgotten");
	for (let count = 0; count < 30_000; count++) {
		failures.failed(`name ${count}`, "7.7.7.7");
	}
	t.is(failures.failed("name 0", "8.8.8.8"), 0, "the table is bounded");
});

test("names without an account are answered as those with one", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	t.teardown(() => kernel.close());
	const root = await connectRoot(kernel);
	const methods = async (): Promise<Set<string>> =>
		new Set(
			await Promise.all(
				Array.from({ length: 60 }, async (_, at) => (await kernel.identify(`stranger ${at}`, "localhost")).plugin),
			),
		);
	t.deepEqual([...(await methods())], ["mysql_native_password"]);
	await answerOf(root, "create user s@localhost identified with caching_sha2_password by 'secret'");
	await answerOf(root, "create user t@localhost identified with caching_sha2_password by 'secret'");
	t.is((await methods()).size, 2, "as the accounts have, in their proportion");
	const names = Array.from({ length: 60 }, (_, at) => `stranger ${at}`);
	for (const name of names) {
		const [first, second] = [await kernel.identify(name, "localhost"), await kernel.identify(name, "localhost")];
		t.is(first.plugin, second.plugin, "always the same for a name");
		const known = await kernel.identify(first.plugin === "caching_sha2_password" ? "s" : "root", "localhost");
		const answer = Buffer.alloc(first.plugin === "caching_sha2_password" ? 32 : 20, 7);
		t.is(first.proves(Buffer.alloc(20, 1), answer), known.proves(Buffer.alloc(20, 1), answer));
	}
	const stranger = await kernel.identify(names.find((name) => name !== "") as string, "localhost");
	t.false(await stranger.isPassword("secret"));
	t.true(await (await kernel.identify("s", "localhost")).isPassword("secret"));
	t.false(await (await kernel.identify("s", "localhost")).isPassword("Secret"));
	t.false(await (await kernel.identify("s", "localhost")).isPassword("x".repeat(100_000)));
});

test.serial("verifying passwords keeps no session waiting, and is queued with a bound", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	t.teardown(() => kernel.close());
	const root = await connectRoot(kernel);
	// 32,000 rounds: some 40 ms each.
	const hash = `$A$020$${"x".repeat(20)}${"y".repeat(43)}`;
	t.is(await answerOf(root, `create user slow@localhost identified with caching_sha2_password as '${hash}'`), "ok");
	const { isPassword } = await kernel.identify("slow", "localhost");
	let settled = 0;
	const tries = Array.from({ length: 70 }, () => isPassword("guess").finally(() => settled++));
	await t.throwsAsync(tries[69] as Promise<boolean>, { message: "Too many connections" }, "refused at once");
	t.true(settled < 20, `${settled} before the one that was not queued`);
	t.is(await answerOf(root, "select 1"), "1\n1");
	t.true(settled < 60, `${settled} before another session's statement`);
	const judged = await Promise.allSettled(tries);
	t.deepEqual(new Set(judged.slice(0, 64).map(({ status }) => status)), new Set(["fulfilled"]), "64 are verified");
	t.deepEqual(new Set(judged.slice(64).map(({ status }) => status)), new Set(["rejected"]));
	t.is(await isPassword("x".repeat(300)), false, "none has such a password, whoever waits");
});

test("a password for whose verification there is no place counts as no failure", async (t) => {
	let failures = 0;
	let isFull = true;
	class BusyKernel extends FakeKernel {
		override async identify(user: string, host: string): Promise<Identification> {
			return {
				...(await super.identify(user, host)),
				plugin: "caching_sha2_password",
				proves: () => undefined,
				isPassword: () => (isFull ? Promise.reject(sqlError("tooManyConnections")) : Promise.resolve(false)),
				failed: () => {
					failures++;
					return 0;
				},
			};
		}
	}
	const socket = join(temporaryFolder(t), "socket");
	const server = await startServer({ kernel: new BusyKernel(), log, host: "127.0.0.1", port: 0, socket });
	t.teardown(() => server.close(0));
	const answer = async (): Promise<number | undefined> => {
		const client = new RawClient(socket);
		await client.receive();
		client.send(1, response(modern, "root", Buffer.alloc(32, 1), "caching_sha2_password"));
		t.is((await client.receive())?.toString("latin1"), "\x01\x04", "asked for the password itself");
		client.send(3, "guess\0");
		return code(await client.receive());
	};
	t.is(await answer(), 1040);
	t.is(failures, 0);
	isFull = false;
	t.is(await answer(), 1045);
	t.is(failures, 1);
});

test.serial(
	"silent clients of the network keep neither a Unix socket's clients out nor, for long, each other",
	async (t) => {
		const socket = join(temporaryFolder(t), "socket");
		const server = await startServer({ kernel: new FakeKernel(), log, host: "127.0.0.1", port: 0, socket });
		t.teardown(() => server.close(0));
		const silent = await silentClients(server.address.port);
		t.is(code(await new RawClient(server.address.port).receive()), 1040);
		t.is((await new RawClient(socket).login())?.[0], 0, "another way has a bound of its own");
		await new Promise((resolve) => setTimeout(resolve, 1100));
		t.is((await new RawClient(server.address.port).login())?.[0], 0, "the oldest that said nothing makes room");
		t.is(await Promise.race(silent.map((client) => client.receive())), null);
	},
);

test("who has begun to log in does not make room for others", (t) => {
	let nowMs = 0;
	const queue = new LoginQueue(() => nowMs);
	const ended: number[] = [];
	const client = (id: number, isSilent: boolean) => ({ isSilent, destroy: () => void ended.push(id) });
	for (let id = 0; id < 50; id++) {
		queue.enter(client(id, id === 7));
	}
	t.false(queue.makeRoom(0), "none has been silent for long");
	t.true(queue.makeRoom(1));
	nowMs += 1000;
	t.true(queue.makeRoom(0));
	t.deepEqual(ended, [7]);
	queue.enter(client(50, true));
	t.false(queue.makeRoom(0));
});

test("a name's answer is the same after a restart, and whatever accounts are made of methods in use", async (t) => {
	const store = openMemoryStore();
	const names = Array.from({ length: 60 }, (_, at) => `stranger ${at}`);
	const methods = async (kernel: Kernel): Promise<readonly string[]> =>
		Promise.all(names.map(async (name) => (await kernel.identify(name, "localhost")).plugin));
	const kernel = await openMemoryKernel({ release: "2.1.7" }, store);
	const root = await connectRoot(kernel);
	await answerOf(root, "create user first@localhost identified with caching_sha2_password by 'secret'");
	const before = await methods(kernel);
	for (let count = 0; count < 7; count++) {
		await answerOf(root, `create user a${count}@localhost identified with caching_sha2_password by 'secret'`);
	}
	t.deepEqual(await methods(kernel), before);
	const other = await openMemoryKernel({ release: "2.1.7" }, store);
	t.deepEqual(await methods(other), before, "another process");
	t.deepEqual(await methods(await openMemoryKernel({ release: "2.1.7" })), Array(60).fill("mysql_native_password"));
});

test("a place is kept for an administrator at max_connections", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	t.teardown(() => kernel.close());
	const root = await connectRoot(kernel);
	await answerOf(root, "create user plain@localhost");
	await answerOf(root, "set global max_connections = 1");
	const connect = (user: string) =>
		kernel.connect({ user, accountHost: "localhost", host: "localhost", collationId: 45 });
	await t.throwsAsync(connect("plain"), { message: /Too many connections/ });
	const second = await connect("root");
	await t.throwsAsync(connect("root"), { message: /Too many connections/ });
	t.regex(await answerOf(second, "show status like 'Connection_errors_max_connections'"), /\t2$/);
});

test("a password that may not be hashed is refused where it is set, too", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	t.teardown(() => kernel.close());
	const root = await connectRoot(kernel);
	const long = "x".repeat(60_000);
	for (const sql of [
		`create user l@localhost identified with caching_sha2_password by '${long}'`,
		`alter user root@localhost identified with caching_sha2_password by '${long}'`,
	]) {
		t.regex(await answerOf(root, sql), /^ERROR 1819/);
	}
});

test("a client that changes its user is one that has not logged in, with the time of a login", async (t) => {
	const server = await startServer({
		kernel: new FakeKernel(),
		log,
		host: "127.0.0.1",
		port: 0,
		connectTimeoutMs: 300,
	});
	t.teardown(() => server.close(0));
	const client = new RawClient(server.address.port);
	await client.login();
	// Asked to switch, it says nothing more.
	t.is((await client.ask("\x11root\0\0test\0"))?.[0], 0xfe);
	t.is(code(await client.receive()), 1043);
});
