/**
 * Statements that wait for their client, whatever for, or work: KILL QUERY, KILL, a hang-up and a time limit end each
 * at once.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { type Connection, createConnection, type RowDataPacket } from "mysql2/promise";
import { startTestServer, type RunningServer } from "../golden/server.ts";
import { ReadAhead } from "../../apps/server/pace/read-ahead.ts";
import { code, frame, modern, RawClient } from "./raw-client.ts";

const localFiles = 0x80;
const multiResults = 0x30000;
/** The promise is 250 ms; other tests run beside this one. */
const longestMs = 1500;

interface Place {
	readonly name: string;
	/** Before it, on the same connection. */
	readonly setup?: readonly string[];
	readonly command: string;
	/** `max_execution_time` is one of SELECT. */
	readonly isLimited: boolean;
	/** The server asks for a file. */
	readonly isFile?: boolean;
	/** As SHOW PROCESSLIST names it, where it is no wait for the client to read. */
	readonly state?: string;
}

/** More than the system and the server take of a client that reads nothing. */
const much = "repeat('x', 400000)";

const places: readonly Place[] = [
	{
		name: "a file",
		command: "\x03load data local infile 'x' into table t",
		isLimited: false,
		isFile: true,
		state: "Reading from net",
	},
	{
		name: "work without rows yet",
		command: "\x03select count(*) from t a, t b, t c, t d, t e, t f where a.a + b.a + c.a + f.a < 0",
		isLimited: true,
		state: "executing",
	},
	{ name: "rows that are computed", command: `\x03select concat(s, a) from t`, isLimited: true },
	{ name: "rows as they are stored", command: "\x03select * from t", isLimited: true },
	{ name: "rows of a union", command: "\x03select * from t union all select * from t", isLimited: true },
	{ name: "rows of a sort", command: "\x03select * from t order by s desc, a", isLimited: true },
	{
		name: "rows of a procedure",
		setup: ["create procedure p() select * from t"],
		command: "\x03call p()",
		isLimited: false,
	},
	{
		name: "rows of a prepared statement",
		setup: [`prepare s from 'select * from t'`],
		command: "\x03execute s",
		isLimited: true,
	},
];

async function setUp(t: ExecutionContext): Promise<{ server: RunningServer; other: Connection }> {
	const directory = mkdtempSync(join(tmpdir(), "verso-wait-"));
	const server = await startTestServer({ release: "2.1.7", directory, flags: { localInfile: true } });
	t.teardown(async () => {
		await server.stop();
		rmSync(directory, { recursive: true, force: true });
	});
	const other = await createConnection({ host: "127.0.0.1", port: server.mysqlPort, user: "root", database: "test" });
	t.teardown(() => other.destroy());
	await other.query("create table t (a int primary key auto_increment, s longtext)");
	for (let rows = 0; rows < 12; rows++) {
		await other.query(`insert into t (s) select ${much} from (select 1 union all select 2 union all select 3) x`);
	}
	return { server, other };
}

interface Shown extends RowDataPacket {
	readonly Id: number;
	readonly State: string;
	readonly Command: string;
}

async function processes(other: Connection): Promise<readonly Shown[]> {
	const [rows] = await other.query<Shown[]>("show processlist");
	return rows;
}

/** Polls; a sentence after two seconds. */
async function until(holds: () => Promise<boolean>): Promise<number> {
	const begin = performance.now();
	while (!(await holds())) {
		if (performance.now() - begin > 2000) {
			return Number.POSITIVE_INFINITY;
		}
		await new Promise((resolve) => setTimeout(resolve, 5));
	}
	return performance.now() - begin;
}

/** A client whose statement waits for it. */
async function waiting(server: RunningServer, other: Connection, place: Place, before: readonly string[] = []) {
	const known = new Set((await processes(other)).map(({ Id }) => Id));
	const client = new RawClient(server.mysqlPort);
	await client.login(modern | localFiles | multiResults);
	for (const text of ["use test", ...(place.setup ?? []), ...before]) {
		const answer = await client.ask(`\x03${text}`);
		if (code(answer) !== undefined) {
			throw new Error(`${text}: ${answer?.toString("latin1", 9)}`);
		}
	}
	const id = (await processes(other)).find(({ Id }) => !known.has(Id))!.Id;
	if (place.isFile !== true) {
		client.socket.pause();
	}
	client.send(0, place.command);
	const mine = async (): Promise<Shown | undefined> => (await processes(other)).find(({ Id }) => Id === id);
	return { client, id, mine };
}

test("KILL QUERY, KILL, a hang-up and max_execution_time end every wait for a client, and work", async (t) => {
	const { server, other } = await setUp(t);
	for (const place of places) {
		for (const end of ["kill query", "kill", "hang-up", ...(place.isLimited ? ["limit"] : [])]) {
			const limitMs = 800;
			const before = end === "limit" ? [`set max_execution_time = ${limitMs}`] : [];
			const { client, id, mine } = await waiting(server, other, place, before);
			const words = `${place.name}, ${end}`;
			const state = place.state ?? "Writing to net";
			t.true((await until(async () => (await mine())?.State === state)) < 2000, `${words}: does not wait`);
			if (end === "hang-up") {
				client.socket.destroy();
			} else if (end !== "limit") {
				await other.query(`${end} ${id}`);
			}
			const tookMs = await until(async () => ((await mine())?.Command ?? "Sleep") === "Sleep");
			const bound = longestMs + (end === "limit" ? limitMs : 0);
			t.true(tookMs <= bound, `${words}: ${tookMs.toFixed(0)} ms`);
			client.socket.destroy();
			await other.query("drop procedure if exists p");
		}
	}
});

test("what was killed says so, and the connection goes on", async (t) => {
	const { server, other } = await setUp(t);
	for (const place of places) {
		const { client, id, mine } = await waiting(server, other, place);
		const state = place.state ?? "Writing to net";
		await until(async () => (await mine())?.State === state);
		await other.query(`kill query ${id}`);
		await until(async () => (await mine())?.Command === "Sleep");
		client.socket.resume();
		let answer: Buffer | null = null;
		if (place.isFile === true) {
			t.is((await client.receive())?.[0], 0xfb);
			// It sends what it has, and hears of it only then.
			t.is(
				await Promise.race([client.receive(), new Promise((resolve) => setTimeout(resolve, 100, "silent"))]),
				"silent",
			);
			client.send(2, "1\tx\n");
			client.send(3);
			answer = await client.receive();
			t.is(client.lastSequence, 4);
		} else {
			do {
				answer = await client.receive();
			} while (answer !== null && code(answer) === undefined);
		}
		t.is(code(answer), 1317, place.name);
		t.is((await client.ask("\x0e"))?.[0], 0, `${place.name}: ping`);
		client.socket.destroy();
		await other.query("drop procedure if exists p");
	}
	t.deepEqual((await other.query("select count(*) as n from t"))[0], [{ n: 36 }]);
});

test("a hang-up is noticed behind megabytes that were sent on", async (t) => {
	const { server, other } = await setUp(t);
	const place: Place = { name: "sleep", command: "\x03do sleep(1000)", isLimited: false, isFile: true };
	const { client, mine } = await waiting(server, other, place);
	await until(async () => (await mine())?.State === "User sleep");
	client.socket.write(Buffer.concat(Array.from({ length: 3000 }, () => frame(0, `\x03select '${"x".repeat(1000)}'`))));
	client.socket.end();
	t.true((await until(async () => (await mine()) === undefined)) <= longestMs);
});

test("what is read ahead has a bound for each connection, and for all together", (t) => {
	const megabyte = 1 << 20;
	const all = Array.from({ length: 6 }, () => new ReadAhead());
	t.deepEqual(
		[0, 1, 17, 18].map((megabytes) => all[0]!.admits(megabytes * megabyte)),
		[true, true, true, false],
	);
	t.deepEqual(
		all.map((each) => each.admits(17 * megabyte)),
		[true, true, true, true, false, false],
	);
	t.true(all[5]!.admits(megabyte));
	all[0]!.settle(9 * megabyte);
	t.deepEqual([all[4]!.admits(9 * megabyte), all[5]!.admits(2 * megabyte)], [true, false]);
	all.forEach((each) => each.settle(0));
	t.true(all[5]!.admits(17 * megabyte));
	all[5]!.settle(0);
});
