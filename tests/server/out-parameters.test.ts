/**
 * OUT parameters of a prepared CALL as packets: to clients that know them, in either way of ending a result set.
 */
import test from "ava";
import { capability } from "../../apps/server/capability.ts";
import { startServer } from "../../apps/server/server.ts";
import { connectTest, answerOf, openTestKernel } from "../client.ts";
import { deprecateEof, modern, RawClient } from "./raw-client.ts";

const procedure = "create procedure p (in a int, out b smallint, inout c varchar(5)) begin select a; set b = 258; end";
/** COM_STMT_EXECUTE of statement 1, cursor type, 1 time: NULL bits of three parameters, their types, 7 and "x". */
const execute = (cursor: string) =>
	`\x17\x01\0\0\0${cursor}\x01\0\0\0\x02\x01\x08\0\x06\0\xfd\0${"\x07\0\0\0\0\0\0\0"}\x01x`;
const more = 8;
const outParameters = 4096;

async function answers(capabilities: number, cursor: string, count: number): Promise<(Buffer | null)[]> {
	const kernel = await openTestKernel();
	const session = await connectTest(kernel);
	await answerOf(session, procedure);
	const server = await startServer({ kernel, log: { info() {}, error() {} }, host: "127.0.0.1", port: 0 });
	try {
		const client = new RawClient(server.address.port);
		await client.login(modern | capability.multiResults | capabilities);
		const packets = [await client.ask("\x16call test.p(?, ?, ?)")];
		const definitions = (capabilities & deprecateEof) === 0 ? 4 : 3;
		for (let at = 0; at < definitions; at++) {
			await client.receive();
		}
		client.send(0, execute(cursor));
		packets.length = 0;
		while (packets.length < count) {
			packets.push(await client.receive());
		}
		client.send(0, "\x0e");
		packets.push(await client.receive());
		return packets;
	} finally {
		await server.close(0);
	}
}

const kind = (packet: Buffer | null | undefined) => packet?.[0];
const status = (packet: Buffer | null | undefined) => packet?.readUInt16LE(3) ?? 0;

for (const [name, cursor] of [
	["no cursor", "\0"],
	["a cursor asked for", "\x01"],
] as const) {
	test(`a result set of OUT parameters, with EOF, ${name}`, async (t) => {
		const packets = await answers(capability.preparedMultiResults, cursor, 12);
		// One column, EOF, row, EOF; two columns, EOF, row, EOF; OK; and of the ping.
		t.deepEqual(packets.map(kind), [1, 3, 0xfe, 0, 0xfe, 2, 3, 3, 0xfe, 0, 0xfe, 0, 0]);
		t.is(status(packets[2]) & outParameters, 0);
		t.is(status(packets[4]) & (outParameters | more), more);
		t.is(status(packets[8]) & (outParameters | more), outParameters | more);
		t.is(packets[9]?.toString("latin1"), "\0\0\x02\x01\x01x");
		t.is(status(packets[10]) & (outParameters | more), outParameters | more);
		t.is(status(packets[11]) & (outParameters | more), 0);
		t.regex(packets[7]?.toString("latin1") ?? "", /def.test.p.p.c.c/);
	});
}

test("a result set of OUT parameters, without EOF", async (t) => {
	const packets = await answers(capability.preparedMultiResults | deprecateEof, "\0", 10);
	t.deepEqual(packets.map(kind), [1, 3, 0, 0xfe, 2, 3, 3, 0, 0xfe, 0, 0]);
	t.is(status(packets[3]) & (outParameters | more), more);
	t.is(status(packets[8]) & (outParameters | more), outParameters | more);
});

test("none to a client that does not know them", async (t) => {
	const packets = await answers(0, "\0", 6);
	t.deepEqual(packets.map(kind), [1, 3, 0xfe, 0, 0xfe, 0, 0]);
});
