/**
 * Protocol input that drivers do not send: split packets, garbage, other plugins, old clients, single cursor
 * commands.
 */
import test, { type ExecutionContext } from "ava";
import fc from "fast-check";
import { startServer } from "../../apps/server/server.ts";
import { sqlType } from "../../core/types/value/type.ts";
import { FakeKernel, nativeResponse, resultColumn, resultSet } from "./fake-kernel.ts";
import { code, deprecateEof, frame, modern, RawClient, response } from "./raw-client.ts";

const log = { info() {}, error() {} };

async function setUp(t: ExecutionContext, options: { connectTimeoutMs?: number; maxConnections?: () => number } = {}) {
	const kernel = new FakeKernel();
	const server = await startServer({ kernel, log, host: "127.0.0.1", port: 0, ...options });
	t.teardown(() => server.close(0));
	return { kernel, server, client: () => new RawClient(server.address.port) };
}

test("a client of another plugin is asked to switch", async (t) => {
	const { server, client } = await setUp(t);
	const raw = client();
	await raw.receive();
	raw.send(1, response(modern, "anna", Buffer.alloc(32, 5), "caching_sha2_password"));
	const request = (await raw.receive()) as Buffer;
	t.is(request[0], 0xfe);
	t.is(request.toString("latin1", 1, 22), "mysql_native_password");
	const challenge = request.subarray(23, 43);
	t.is(request.length, 44);
	t.false(challenge.includes(0));
	raw.send(3, nativeResponse("secret", challenge));
	t.is((await raw.receive())?.[0], 0);
	t.is((await raw.ask("\x0e"))?.[0], 0);
	await server.close();
});

test("bytes one by one, and many commands at once", async (t) => {
	const { kernel, server, client } = await setUp(t);
	kernel.behaviours.set("slow", async (sink, session) => {
		await new Promise((resolve) => setTimeout(resolve, 10));
		return resultSet([resultColumn("a", sqlType("int"))], [[1]])(sink, session);
	});
	const raw = client();
	await raw.login(modern | deprecateEof);
	raw.socket.setNoDelay(true);
	for (const byte of frame(0, "\x0e")) {
		raw.socket.write(Buffer.from([byte]));
		await new Promise((resolve) => setTimeout(resolve, 1));
	}
	t.is((await raw.receive())?.[0], 0);
	raw.socket.write(Buffer.concat([frame(0, "\x03slow"), frame(0, "\x0e"), frame(0, "\x03what"), frame(0, "\x02test")]));
	const seen: (number | undefined)[] = [];
	for (let count = 0; count < 7; count++) {
		seen.push((await raw.receive())?.[0]);
	}
	t.deepEqual(seen, [1, 3, 1, 0xfe, 0, 0xff, 0]);
	await server.close();
});

test("unknown and empty commands, statements that were not prepared", async (t) => {
	const { server, client } = await setUp(t);
	const raw = client();
	await raw.login();
	t.is(code(await raw.ask("\x7f")), 1047);
	t.is(code(await raw.ask("")), 1047);
	t.is(code(await raw.ask("\x17\x01\0\0\0\0\x01\0\0\0")), 1243);
	t.is(code(await raw.ask("\x1c\x01\0\0\0\x01\0\0\0")), 1243);
	t.is(code(await raw.ask("\x17\x01")), 1835);
	t.is(code(await raw.ask("\x02missing")), 1049);
	t.regex((await raw.ask("\x09"))?.toString() ?? "", /^Uptime: \d+ {2}Threads: 1/);
	t.is((await raw.ask("\x1b\x01\0"))?.[0], 0xfe);
	t.is((await raw.ask("\x1f"))?.[0], 0);
	t.is((await raw.ask("\x04t\0"))?.[0], 3);
	t.is((await raw.receive())?.[0], 0xfe);
	raw.send(5, "\x0e");
	t.is(code(await raw.receive()), 1156);
	t.is(await raw.receive(), null);
	await server.close();
});

test("a cursor is fetched in parts", async (t) => {
	const { kernel, server, client } = await setUp(t);
	kernel.behaviours.set("rows", resultSet([resultColumn("a", sqlType("int"))], [[1], [2], [3]]));
	const raw = client();
	await raw.login();
	t.is((await raw.ask("\x16rows"))?.[0], 0);
	await raw.receive();
	await raw.receive();
	t.deepEqual(await raw.ask("\x17\x01\0\0\0\x01\x01\0\0\0"), Buffer.from([1]));
	await raw.receive();
	t.is((await raw.receive())?.readUInt16LE(3), 2 | 64);
	const fetch = "\x1c\x01\0\0\0\x02\0\0\0";
	t.is((await raw.ask(fetch))?.toString("hex"), "000001000000");
	t.is((await raw.receive())?.toString("hex"), "000002000000");
	t.is((await raw.receive())?.readUInt16LE(3), 2 | 64);
	t.is((await raw.ask(fetch))?.toString("hex"), "000003000000");
	t.is((await raw.receive())?.readUInt16LE(3), 2 | 128);
	t.is(code(await raw.ask(fetch)), 1421);
	await server.close();
});

test("COM_STMT_SEND_LONG_DATA before an execution", async (t) => {
	const { server, client } = await setUp(t);
	const raw = client();
	await raw.login(modern | deprecateEof);
	await raw.ask("\x16echo ?");
	await raw.receive();
	await raw.receive();
	raw.send(0, "\x18\x01\0\0\0\0\0abc");
	raw.send(0, "\x18\x01\0\0\0\0\0def");
	await raw.ask("\x17\x01\0\0\0\0\x01\0\0\0\0\x01\xfd\0");
	await raw.receive();
	t.is((await raw.receive())?.toString("latin1"), "\0\0\x06abcdef");
	await raw.receive();
	raw.send(0, "\x18\x01\0\0\0\x07\0abc");
	t.is(code(await raw.ask("\x17\x01\0\0\0\0\x01\0\0\0\0\x01\xfd\0")), 1210);
	await server.close();
});

test("old clients, slow clients, one client too many", async (t) => {
	const { server, client } = await setUp(t, { connectTimeoutMs: 200, maxConnections: () => 2 });
	const old = client();
	await old.receive();
	old.send(1, Buffer.from([0x05, 0xa2, 0, 0, 0]), "root\0");
	t.is(code(await old.receive()), 1043);
	t.is(await old.receive(), null);
	const silent = [client(), client()];
	await Promise.all(silent.map((raw) => raw.receive()));
	const late = client();
	t.is((await late.receive())?.toString("latin1"), "\xff\x10\x04Too many connections");
	t.is(code(await (silent[0] as RawClient).receive()), 1043);
	t.is(await (silent[1] as RawClient).receive().then(code), 1043);
	await server.close();
});

test("garbage does not affect the server", async (t) => {
	const { kernel, server, client } = await setUp(t);
	await fc.assert(
		fc.asyncProperty(
			fc.boolean(),
			fc.array(fc.tuple(fc.boolean(), fc.uint8Array({ maxLength: 80 })), { minLength: 1, maxLength: 10 }),
			async (admitted, messages) => {
				const raw = client();
				if (admitted) {
					await raw.login();
					await raw.ask("\x16echo ? ?");
				} else {
					await raw.receive();
				}
				for (const [framed, bytes] of messages) {
					raw.socket.write(framed ? frame(admitted ? 0 : 1, Buffer.from(bytes)) : bytes);
				}
				raw.socket.end();
				while (!raw.closed) {
					await raw.receive();
				}
			},
		),
		{ numRuns: 100 },
	);
	const raw = client();
	t.is((await raw.login())?.[0], 0);
	await server.close();
	t.is(kernel.sessions.size, 0);
});

test("a packet beyond max_allowed_packet", async (t) => {
	const { server, client } = await setUp(t);
	const raw = client();
	await raw.login();
	const piece = Buffer.alloc(0xffffff + 4, 0x20);
	for (let sequence = 0; sequence < 5 && !raw.closed; sequence++) {
		piece.writeUIntLE(0xffffff, 0, 3);
		piece[3] = sequence;
		piece[4] = 3;
		raw.socket.write(Buffer.from(piece));
	}
	t.is(code(await raw.receive()), 1153);
	await server.close(100);
});
