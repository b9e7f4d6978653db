/**
 * Accounts over the wire: REQUIRE, locked accounts, expired passwords, resource limits, change of user.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { type Connection, type ConnectionOptions, createConnection } from "mysql2/promise";
import { pino } from "pino";
import { makeCertificate } from "../../apps/server/security/certificate.ts";
import { ServerKeys } from "../../apps/server/security/keys.ts";
import { startServer } from "../../apps/server/server.ts";
import { openMemoryKernel } from "../memory-kernel.ts";

interface Place {
	readonly root: Connection;
	/** A certificate signed by the server's authority. */
	readonly client: { readonly certificate: string; readonly key: string };
	/** Connects, runs a statement and disconnects; returns the message of an error. */
	ask(options: ConnectionOptions, sql?: string): Promise<unknown>;
}

async function open(t: ExecutionContext, ...statements: readonly string[]): Promise<Place> {
	const folder = mkdtempSync(join(tmpdir(), "verso-account-"));
	const client = makeCertificate("client");
	const authority = join(folder, "authority.pem");
	writeFileSync(authority, client.certificate);
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	const server = await startServer({
		kernel,
		log: pino({ level: "silent" }),
		host: "127.0.0.1",
		port: 0,
		keys: new ServerKeys({ folder, authority }),
	});
	const { port } = server.address;
	const root = await createConnection({ host: "127.0.0.1", port, user: "root" });
	t.teardown(async () => {
		root.destroy();
		await server.close(100);
		await kernel.close();
		rmSync(folder, { recursive: true, force: true });
	});
	for (const sql of statements) {
		await root.query(sql);
	}
	return {
		root,
		client,
		async ask(options, sql = "select current_user()") {
			try {
				const connection = await createConnection({ host: "127.0.0.1", port, ...options });
				try {
					return (await connection.query({ sql, rowsAsArray: true }))[0];
				} finally {
					connection.destroy();
				}
			} catch (failure) {
				return (failure as Error).message;
			}
		},
	};
}

const tls = { rejectUnauthorized: false };

test("REQUIRE is checked after the password", async (t) => {
	const { ask, client, root } = await open(
		t,
		"create user safe@localhost identified by 'p' require ssl",
		"create user known@localhost require x509",
	);
	const denied = (user: string, used: string) =>
		`Access denied for user '${user}'@'localhost' (using password: ${used})`;
	t.is(await ask({ user: "safe", password: "p" }), denied("safe", "YES"));
	t.is(await ask({ user: "safe", password: "wrong", ssl: tls }), denied("safe", "YES"));
	t.deepEqual(await ask({ user: "safe", password: "p", ssl: tls }), [["safe@localhost"]]);
	t.is(await ask({ user: "known", ssl: tls }), denied("known", "NO"));
	const other = makeCertificate("other");
	t.is(await ask({ user: "known", ssl: { ...tls, cert: other.certificate, key: other.key } }), denied("known", "NO"));
	const shown = { ...tls, cert: client.certificate, key: client.key };
	t.deepEqual(await ask({ user: "known", ssl: shown }), [["known@localhost"]]);
	await root.query("alter user known@localhost require subject '/CN=nobody'");
	t.is(await ask({ user: "known", ssl: shown }), denied("known", "NO"));
	await root.query("alter user known@localhost require subject '/CN=client'");
	t.deepEqual(await ask({ user: "known", ssl: shown }), [["known@localhost"]]);
});

test("locked accounts, expired passwords and limits have different errors", async (t) => {
	const { ask, root } = await open(
		t,
		"create user shut@localhost identified by 'p' account lock",
		"create user old@localhost password expire",
		"create user few@localhost with max_connections_per_hour 1",
	);
	t.is(await ask({ user: "shut", password: "p" }), "Access denied for user 'shut'@'localhost'. Account is locked.");
	t.is(await ask({ user: "shut" }), "Access denied for user 'shut'@'localhost' (using password: NO)");
	t.regex(String(await ask({ user: "old" })), /^Your password has expired\. To log in you must change it/);
	await root.query("alter user old@localhost identified by 'new'");
	t.deepEqual(await ask({ user: "old", password: "new" }), [["old@localhost"]]);
	t.deepEqual(await ask({ user: "few" }), [["few@localhost"]]);
	t.is(
		await ask({ user: "few" }),
		"User 'few' has exceeded the 'max_connections_per_hour' resource (current value: 1)",
	);
});

test("COM_CHANGE_USER gives the new user's privileges", async (t) => {
	const { root, ask } = await open(
		t,
		"create database d",
		"create table d.t (a int)",
		"create user joe@localhost",
		"create user ''@localhost",
	);
	t.deepEqual(await ask({ user: "joe" }, "show databases"), [["information_schema"]]);
	t.is(
		await ask({ user: "joe" }, "select * from d.t"),
		"SELECT command denied to user 'joe'@'localhost' for table 't'",
	);
	t.is(await ask({ user: "joe", database: "d" }), "Access denied for user 'joe'@'localhost' to database 'd'");
	t.deepEqual(await ask({ user: "whoever" }, "select user(), current_user()"), [["whoever@localhost", "@localhost"]]);
	await root.changeUser({ user: "joe" });
	await t.throwsAsync(root.query("select * from d.t"), { message: /SELECT command denied/ });
	await t.throwsAsync(root.execute("select * from d.t where a = ?", [1]), { message: /SELECT command denied/ });
	await root.changeUser({ user: "root" });
	t.deepEqual((await root.query("select * from d.t"))[0], []);
});
