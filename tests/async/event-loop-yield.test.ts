/**
 * Cooperative yields: tasks continue in turn, and only after packets that have arrived were read.
 */
import { createServer, connect } from "node:net";
import { once } from "node:events";
import test from "ava";
import { yieldToEventLoop } from "../../core/async/event-loop-yield.ts";

test.serial("waiting tasks continue one at a time, in order", async (t) => {
	const order: string[] = [];
	const work = async (name: string): Promise<void> => {
		for (let turn = 0; turn < 3; turn++) {
			await yieldToEventLoop();
			order.push(name);
		}
	};
	let isOver = false;
	const rounds: number[] = [];
	const watch = (): void => {
		rounds.push(order.length);
		if (!isOver) {
			setImmediate(watch);
		}
	};
	setImmediate(watch);
	await Promise.all([work("a"), work("b")]);
	isOver = true;
	t.deepEqual(order, ["a", "b", "a", "b", "a", "b"]);
	t.true(rounds.every((count, at) => at === 0 || count - rounds[at - 1]! <= 1));
});

test.serial("a task started by a packet continues only after other packets were read", async (t) => {
	const order: string[] = [];
	const server = createServer((socket) => {
		socket.once("data", async (bytes) => {
			if (bytes.toString() === "long") {
				order.push("long begins");
				short.write("short");
				// The short task's packet has arrived by then.
				for (const end = performance.now() + 20; performance.now() < end; ) {
					// No other task runs.
				}
				await yieldToEventLoop();
				order.push("long goes on");
			} else {
				order.push("short");
			}
			socket.end();
		});
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as { port: number };
	const [short, long] = [connect(port, "127.0.0.1"), connect(port, "127.0.0.1")];
	await Promise.all([once(short, "connect"), once(long, "connect")]);
	await new Promise((resolve) => setTimeout(resolve, 20));
	long.write("long");
	await Promise.all([short, long].map((socket) => once(socket.resume(), "end")));
	server.close();
	t.deepEqual(order, ["long begins", "short", "long goes on"]);
});
