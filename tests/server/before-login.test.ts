/**
 * Before a login: what a client may cost that has no account, and what it learns of those that are there.
 */
import test from "ava";
import { startServer } from "../../apps/server/server.ts";
import { LoginFailures } from "../../core/session/account/login-failures.ts";
import { answerOf, connectRoot, openMemoryKernel } from "../memory-kernel.ts";
import { FakeKernel } from "./fake-kernel.ts";
import { code, modern, RawClient, response } from "./raw-client.ts";

const log = { info() {}, error() {} };

test("more connections than max_connections and fifty do not log in at once", async (t) => {
	// Its max_connections is 0.
	const kernel = new FakeKernel();
	const server = await startServer({ kernel, log, host: "127.0.0.1", port: 0 });
	t.teardown(() => server.close(0));
	const half: RawClient[] = [];
	for (let count = 0; count < 50; count++) {
		const client = new RawClient(server.address.port);
		t.is((await client.receive())?.[0], 10, "a greeting");
		half.push(client);
	}
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
	t.false(await tries[69], "one too many is refused at once");
	t.true(settled < 20, `${settled} before the one that was not queued`);
	t.is(await answerOf(root, "select 1"), "1\n1");
	t.true(settled < 60, `${settled} before another session's statement`);
	t.deepEqual(new Set(await Promise.all(tries)), new Set([false]));
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
