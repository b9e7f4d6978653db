/**
 * Direct write: short writes that bypass the stream arrive complete and in order, however slowly the client reads.
 */
import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import test, { type ExecutionContext } from "ava";
import { DirectWrite } from "../../apps/server/socket-writer.ts";

/** Returns a server's socket and the client's at the other end. */
async function pair(t: ExecutionContext): Promise<readonly [Socket, Socket]> {
	const server: Server = createServer();
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const address = server.address();
	const client = connect(typeof address === "object" && address !== null ? address.port : 0, "127.0.0.1");
	client.pause();
	const [accepted] = (await once(server, "connection")) as [Socket];
	t.teardown(() => {
		client.destroy();
		accepted.destroy();
		server.close();
	});
	return [accepted, client];
}

/** Bytes that encode their position. */
function piece(from: number, length: number): Buffer {
	return Buffer.from(Array.from({ length }, (_, at) => (from + at) % 251));
}

async function readAll(client: Socket, length: number): Promise<Buffer> {
	const chunks: Buffer[] = [];
	let read = 0;
	client.on("data", (chunk: Buffer) => {
		chunks.push(chunk);
		read += chunk.length;
	});
	client.resume();
	while (read < length) {
		await delay(5);
	}
	return Buffer.concat(chunks);
}

test("bytes that the system accepts at once are sent", async (t) => {
	const [accepted, client] = await pair(t);
	const direct = new DirectWrite(accepted);
	t.is(direct.write(piece(0, 100)), "taken");
	t.is(direct.write(piece(100, 50)), "taken");
	t.true(direct.isSent);
	t.is(accepted.bytesWritten, 150);
	t.deepEqual(await readAll(client, 150), piece(0, 150));
});

test("bytes that it does not accept are kept, and later ones are left to the stream, which sends them afterwards", async (t) => {
	const [accepted, client] = await pair(t);
	const direct = new DirectWrite(accepted);
	const seen = new Set<string>();
	let length = 0;
	let afterKept = 0;
	while (afterKept < 20) {
		const bytes = piece(length, 9000 + (length % 777));
		const written = direct.write(bytes);
		if (written === "left") {
			accepted.write(bytes);
		}
		seen.add(written);
		length += bytes.length;
		afterKept += seen.has("kept") ? 1 : 0;
	}
	t.deepEqual(seen, new Set(["taken", "kept", "left"]));
	t.false(direct.isSent);
	t.deepEqual(await readAll(client, length), piece(0, length));
	t.true(direct.isSent);
	t.is(direct.write(piece(length, 10)), "taken", "and once all is sent the short way is open again");
});

test("long writes, and those while the stream has pending ones, are left to the stream", async (t) => {
	const [accepted, client] = await pair(t);
	const direct = new DirectWrite(accepted);
	t.is(direct.write(piece(0, 1 << 16)), "left");
	let length = 0;
	while (accepted.writableLength === 0) {
		accepted.write(piece(length, 60_000));
		length += 60_000;
	}
	t.is(direct.write(piece(length, 10)), "left");
	t.deepEqual(await readAll(client, length), piece(0, length));
});

test("a disconnected client is detected by the stream", async (t) => {
	const [accepted, client] = await pair(t);
	const direct = new DirectWrite(accepted);
	accepted.on("error", () => undefined);
	while (direct.write(piece(0, 9000)) === "taken") {
		// Until the client's receive buffer is full.
	}
	t.false(direct.isSent);
	const closed = new Promise((resolve) => accepted.on("close", resolve));
	client.resetAndDestroy();
	await closed;
	t.is(direct.write(piece(0, 10)), "left", "the client has disconnected");
});
