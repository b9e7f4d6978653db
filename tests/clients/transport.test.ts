/**
 * Transports and logins: TLS, compression, Unix sockets, both password plugins, and refused connections.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { type ConnectionOptions, createConnection } from "mysql2/promise";
import { pino } from "pino";
import { ServerKeys } from "../../apps/server/security/keys.ts";
import { startServer } from "../../apps/server/server.ts";
import { shaCrypt } from "../../core/session/account/sha2-password.ts";
import { openMemoryKernel } from "../memory-kernel.ts";

const tls = { rejectUnauthorized: false };

interface Place {
	readonly folder: string;
	readonly socket: string;
	readonly port: number;
	readonly stop: () => Promise<void>;
	/** Connects, runs the statements and disconnects; returns the code of an error. */
	ask(options: ConnectionOptions, ...statements: readonly string[]): Promise<unknown>;
}

async function open(t: ExecutionContext): Promise<Place> {
	const folder = mkdtempSync(join(tmpdir(), "verso-transport-"));
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	const socket = join(folder, "socket");
	const server = await startServer({
		kernel,
		log: pino({ level: "silent" }),
		host: "127.0.0.1",
		port: 0,
		socket,
		keys: new ServerKeys({ folder }),
	});
	const stop = async () => {
		await server.close(100);
		await kernel.close();
		rmSync(folder, { recursive: true, force: true });
	};
	t.teardown(stop);
	const { port } = server.address;
	return {
		folder,
		socket,
		port,
		stop,
		async ask(options, ...statements) {
			try {
				const connection = await createConnection({ host: "127.0.0.1", port, user: "root", ...options });
				try {
					let rows: unknown;
					for (const sql of statements) {
						[rows] = await connection.query({ sql, rowsAsArray: true });
					}
					return rows;
				} finally {
					connection.destroy();
				}
			} catch (failure) {
				return (failure as { errno?: number }).errno ?? failure;
			}
		},
	};
}

test.serial("TLS: a certificate is generated once and kept, and SHOW STATUS reports TLS", async (t) => {
	const { ask, folder } = await open(t);
	t.false(existsSync(join(folder, "server-cert.pem")));
	t.deepEqual(await ask({ ssl: tls }, "show status like 'Ssl_version'"), [["Ssl_version", "TLSv1.3"]]);
	const certificate = readFileSync(join(folder, "server-cert.pem"), "utf8");
	t.deepEqual(
		await ask(
			{ ssl: { ca: certificate, maxVersion: "TLSv1.2", verifyIdentity: false } },
			"show status like 'Ssl_version'",
		),
		[["Ssl_version", "TLSv1.2"]],
	);
	t.is(readFileSync(join(folder, "server-cert.pem"), "utf8"), certificate);
	t.deepEqual(await ask({}, "show status like 'Ssl_cipher'"), [["Ssl_cipher", ""]]);
	t.deepEqual(await ask({}, "set global require_secure_transport = 1", "select 1"), [[1]]);
	t.is(await ask({}, "select 1"), 3159);
	t.deepEqual(await ask({ ssl: tls }, "set global require_secure_transport = 0", "select 1"), [[1]]);
});

test.serial("a Unix socket counts as localhost", async (t) => {
	const { ask, socket } = await open(t);
	t.deepEqual(await ask({ socketPath: socket }, "select user()"), [["root@localhost"]]);
	t.deepEqual(
		await ask(
			{ socketPath: socket },
			"create user sue@localhost identified with caching_sha2_password by 'secret'",
			"set global require_secure_transport = 1",
			"select 1",
		),
		[[1]],
	);
	t.deepEqual(await ask({ socketPath: socket, user: "sue", password: "secret" }, "select current_user()"), [
		["sue@localhost"],
	]);
});

test.serial("caching_sha2_password: key exchange, then from the cache; over TLS in clear text", async (t) => {
	const { ask } = await open(t);
	const made = ["ann", "bob", "eve"].map(
		(name) => `create user ${name} identified with caching_sha2_password by '${name}''s geheimes Wörtchen'`,
	);
	await ask({}, ...made, "create user nil identified with caching_sha2_password by ''");
	const password = (name: string) => `${name}'s geheimes Wörtchen`;
	t.is(await ask({ user: "ann", password: "wrong" }, "select 1"), 1045);
	t.deepEqual(await ask({ user: "ann", password: password("ann") }, "select current_user()"), [["ann@%"]]);
	t.deepEqual(
		await ask({ user: "ann", password: password("ann") }, "select current_user()"),
		[["ann@%"]],
		"from memory",
	);
	t.is(await ask({ user: "ann", password: "wrong" }, "select 1"), 1045);
	t.is(await ask({ user: "ann" }, "select 1"), 1045);
	t.deepEqual(await ask({ user: "bob", password: password("bob"), ssl: tls }, "select current_user()"), [["bob@%"]]);
	t.is(await ask({ user: "eve", password: "wrong", ssl: tls }, "select 1"), 1045);
	t.deepEqual(await ask({ user: "nil" }, "select current_user()"), [["nil@%"]]);
	t.is(await ask({ user: "nil", password: "x" }, "select 1"), 1045);

	await ask({}, "alter user ann identified by 'neu'");
	t.is(await ask({ user: "ann", password: password("ann") }, "select 1"), 1045);
	t.deepEqual(await ask({ user: "ann", password: "neu" }, "set password = 'newer'"), await ask({}, "do 1"));
	t.deepEqual(await ask({ user: "ann", password: "newer" }, "select 1"), [[1]]);
	t.deepEqual(await ask({}, "select plugin, left(authentication_string, 7) from mysql.user where user = 'ann'"), [
		["caching_sha2_password", "$A$005$"],
	]);
	await ask({}, "alter user ann identified with mysql_native_password by 'old'");
	t.deepEqual(await ask({ user: "ann", password: "old" }, "select 1"), [[1]]);
	t.is(await ask({}, "create user x identified with caching_sha2_password as 'no hash'"), 1827);
	t.is(await ask({}, "create user x identified with no_such by 'x'"), 1524);
});

test.serial("SHA-crypt hashes equal those of other implementations", (t) => {
	t.is(shaCrypt("Hello world!", Buffer.from("saltstring"), 5000), "5B8vYYiY.CVt1RlTTf8KbXBH3hsxY/GNooZaBBGWEc5");
});

test.serial("change of user on one connection, for any authentication plugins", async (t) => {
	const { ask, port } = await open(t);
	await ask({}, "create user ann identified with caching_sha2_password by 'a'", "create user bob identified by 'b'");
	const connection = await createConnection({ host: "127.0.0.1", port, user: "bob", password: "b" });
	await connection.changeUser({ user: "ann", password: "a" });
	t.deepEqual((await connection.query({ sql: "select current_user()", rowsAsArray: true }))[0], [["ann@%"]]);
	await connection.changeUser({ user: "bob", password: "b" });
	t.deepEqual((await connection.query({ sql: "select current_user()", rowsAsArray: true }))[0], [["bob@%"]]);
	connection.destroy();
});

test.serial("transferred bytes are counted by connection and globally", async (t) => {
	const { port, ask } = await open(t);
	const connection = await createConnection({ host: "127.0.0.1", port, user: "root", rowsAsArray: true });
	const counted = async (scope: string, name: string): Promise<number> =>
		Number(((await connection.query(`show ${scope} status like '${name}'`))[0] as string[][])[0]![1]);
	const before = { received: await counted("session", "Bytes_received"), sent: await counted("session", "Bytes_sent") };
	await connection.query(`select '${"x".repeat(1000)}', repeat('y', 5000)`);
	const [received, sent] = [await counted("session", "Bytes_received"), await counted("session", "Bytes_sent")];
	t.true(received - before.received > 1000 && received - before.received < 3000, `${received}`);
	t.true(sent - before.sent > 6000 && sent - before.sent < 9000, `${sent}`);
	await ask({}, `select repeat('z', 20000)`);
	t.true((await counted("global", "Bytes_sent")) > sent + 20000);
	t.true((await counted("session", "Bytes_sent")) < sent + 5000);
	connection.destroy();
});

for (const [name, options] of [
	["plain", {}],
	["compressed", { compress: true }],
	["compressed in TLS", { compress: true, ssl: tls }],
] as const) {
	test.serial(`texts of more than 16 MiB, both ways, ${name}`, async (t) => {
		const { ask } = await open(t);
		const text = "0123456789abcdef".repeat(1_100_000);
		t.is(await ask(options, `select '${text}'`), 1153);
		await ask({}, "set global max_allowed_packet = 33554432");
		t.deepEqual(await ask(options, `select '${text}'`), [[text]]);
		t.deepEqual(await ask(options, "show status like 'Compression'"), [
			["Compression", "compress" in options ? "ON" : "OFF"],
		]);
	});
}

test.serial("idle connections end after wait_timeout; connections above the limit are refused", async (t) => {
	const { port, ask } = await open(t);
	const connection = await createConnection({ host: "127.0.0.1", port, user: "root" });
	const ended = new Promise((resolve) => connection.on("error", resolve));
	await connection.query("set wait_timeout = 1");
	await ended;
	const other = await createConnection({ host: "127.0.0.1", port, user: "root" });
	await other.query("create user plain@localhost");
	await other.query("set global max_connections = 1");
	t.is(await ask({ user: "plain" }, "select 1"), 1040);
	t.deepEqual(await ask({}, "select 1"), [[1]], "a place is kept for an administrator");
	other.destroy();
});
