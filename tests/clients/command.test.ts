/**
 * Commands besides COM_QUERY and prepared statements, with and without DEPRECATE_EOF, packet by packet.
 */
import test, { type ExecutionContext } from "ava";
import { code, deprecateEof, modern, RawClient } from "../server/raw-client.ts";
import { serve } from "./serve.ts";

const ok = 0x00;
const eof = 0xfe;
const transactionStatements = 0x2000;

async function clients(t: ExecutionContext): Promise<(capabilities: number) => Promise<RawClient>> {
	const { mysqlPort } = await serve(t);
	return async (capabilities) => {
		const client = new RawClient(mysqlPort);
		t.is((await client.login(capabilities | transactionStatements))?.[0], ok);
		t.teardown(() => client.socket.destroy());
		return client;
	};
}

/** Returns the first bytes of the packets that answer a command. */
async function shape(client: RawClient, command: string, count: number): Promise<(number | undefined)[]> {
	const first = [(await client.ask(command))?.[0]];
	while (first.length < count) {
		first.push((await client.receive())?.[0]);
	}
	return first;
}

test("a result set with and without DEPRECATE_EOF", async (t) => {
	const client = await clients(t);
	// The number of columns, a definition each (03 def), EOF between them for the old client, a row, the end.
	t.deepEqual(await shape(await client(modern), "\x03select 7, 'x'", 6), [2, 3, 3, eof, 1, eof]);
	t.deepEqual(await shape(await client(modern | deprecateEof), "\x03select 7, 'x'", 5), [2, 3, 3, 1, eof]);
	t.deepEqual(await shape(await client(modern), "\x16select ?, 2", 6), [ok, 3, eof, 3, 3, eof]);
	t.deepEqual(await shape(await client(modern | deprecateEof), "\x16select ?, 2", 4), [ok, 3, 3, 3]);
});

test("databases, fields, options, statistics, processes", async (t) => {
	const connect = await clients(t);
	const [client, other] = [await connect(modern), await connect(modern)];
	t.deepEqual(await shape(client, "\x0e", 1), [ok]);
	t.deepEqual(await shape(client, "\x05made", 1), [ok]);
	t.is(code(await client.ask("\x05made")), 1007);
	t.deepEqual(await shape(client, "\x02made", 1), [ok]);
	t.is(code(await client.ask("\x02nosuch")), 1049);
	t.deepEqual(await shape(client, "\x03create table t (a int, bc text, bd int)", 1), [ok]);
	t.deepEqual(await shape(client, "\x04t\0", 4), [3, 3, 3, eof]);
	t.deepEqual(await shape(client, "\x04t\0b%", 3), [3, 3, eof]);
	t.is(code(await client.ask("\x04nosuch\0")), 1146);
	t.deepEqual(await shape(client, "\x06made", 1), [ok]);
	t.regex((await client.ask("\x09"))?.toString() ?? "", /^Uptime: \d+ {2}Threads: 2 {2}Questions: \d+/);
	t.is(code(await client.ask("\x03select 1; select 2")), 1064);
	t.deepEqual(await shape(client, "\x1b\0\0", 1), [eof]);
	t.deepEqual(await shape(client, "\x03do 1; do 2", 2), [ok, ok]);
	t.deepEqual(await shape(client, "\x1b\x01\0", 1), [eof]);
	t.is(code(await client.ask("\x03select 1; select 2")), 1064);
	// Eight columns, EOF, two sessions, EOF.
	t.deepEqual((await shape(client, "\x0a", 13)).filter((first) => first === eof).length, 2);
	const id = Number(/^\d+/.exec((await firstRow(other, "select connection_id()")).slice(1))?.[0]);
	t.deepEqual(await shape(client, `\x0c${String.fromCharCode(id)}\0\0\0`, 1), [ok]);
	t.is(await other.receive(), null);
});

test("COM_RESET_CONNECTION clears the session's state", async (t) => {
	const client = await (await clients(t))(modern);
	t.deepEqual(await shape(client, "\x02test", 1), [ok]);
	for (const statement of [
		"set @a = 1",
		"set sql_mode = ''",
		"create temporary table tt (a int)",
		"create table t (a int)",
		"begin",
		"insert into t values (1)",
	]) {
		t.deepEqual(await shape(client, `\x03${statement}`, 1), [ok], statement);
	}
	await shape(client, "\x16select 1", 3);
	t.deepEqual(await shape(client, "\x1f", 1), [ok]);
	t.is(await firstRow(client, "select @a is null, @@sql_mode = '', (select count(*) from t)"), "\x011\x010\x010");
	t.is(code(await client.ask("\x03select * from tt")), 1146);
	t.is(code(await client.ask("\x17\x01\0\0\0\0\x01\0\0\0")), 1243);
	t.is(code(await client.ask("\x7f")), 1047);
	client.send(0, "\x01");
	t.is(await client.receive(), null);
});

/** Returns a row of the text protocol as received: lengths and values. */
async function firstRow(client: RawClient, sql: string): Promise<string> {
	const columns = (await client.ask(`\x03${sql}`))?.[0] ?? 0;
	for (let at = 0; at < columns + 1; at++) {
		await client.receive();
	}
	const row = (await client.receive())?.toString("latin1") ?? "";
	await client.receive();
	return row;
}
