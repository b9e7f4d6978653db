/**
 * Socket reader: chunks stay complete and in order across a pause, a handover to another reader, and the end.
 */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import test from "ava";
import { usesFastPath } from "../../core/async/fast-path.ts";
import { closeSocketReader, openSocketReader } from "../../apps/server/socket-reader.ts";

test("chunks are passed on in order, also those that arrive during a pause", async (t) => {
	const { client, socket, close } = await pair();
	const read: Buffer[] = [];
	openSocketReader(
		socket,
		(chunk) => {
			read.push(chunk);
			if (read.length % 3 === 0) {
				socket.pause();
				setTimeout(() => socket.resume(), 1);
			}
		},
		never,
	);
	const sent: Buffer[] = [];
	for (let number = 0; number < 200; number++) {
		const bytes = Buffer.alloc(1 + ((number * 977) % 20_000), number);
		sent.push(bytes);
		client.write(bytes);
		await turn();
	}
	const ended = once(socket, "end");
	client.end();
	await ended;
	t.true(Buffer.concat(read).equals(Buffer.concat(sent)));
	close();
});

test("after close another reader gets the following chunks", async (t) => {
	const { client, socket, close } = await pair();
	let first = "";
	const heard = new Promise<void>((resolve) => {
		openSocketReader(
			socket,
			(chunk) => {
				first += chunk.toString();
				resolve();
			},
			never,
		);
	});
	client.write("one");
	await heard;
	closeSocketReader(socket);
	const next = once(socket, "data");
	client.write("two");
	t.is(String((await next)[0]), "two");
	t.is(first, "one");
	close();
});

test("chunks handled by the fast path are not passed on again", async (t) => {
	const { client, socket, close } = await pair();
	const glanced: string[] = [];
	const read: string[] = [];
	openSocketReader(
		socket,
		(chunk) => read.push(chunk.toString()),
		(buffer, length) => {
			const text = buffer.toString("latin1", 0, length);
			if (text.startsWith("a")) {
				glanced.push(text);
				return true;
			}
			return false;
		},
	);
	for (const text of ["a1", "b1", "a22", "b22"]) {
		client.write(text);
		while (glanced.length + read.length === 0 || ![...glanced, ...read].includes(text)) {
			await turn();
		}
	}
	t.deepEqual(
		[glanced, read],
		usesFastPath("socket-read")
			? [
					["a1", "a22"],
					["b1", "b22"],
				]
			: [[], ["a1", "b1", "a22", "b22"]],
	);
	close();
});

function never(): boolean {
	return false;
}

async function pair(): Promise<{ client: Socket; socket: Socket; close: () => void }> {
	const server = createServer();
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
	const [socket] = (await once(server, "connection")) as [Socket];
	return {
		client,
		socket,
		close: () => {
			client.destroy();
			socket.destroy();
			server.close();
		},
	};
}
