/**
 * Pace of clients: who pauses, or is slower than the least rate, for longer than its timeout is ended; no one else.
 */
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { Transfer } from "../../apps/server/pace/client-pace.ts";
import { startServer } from "../../apps/server/server.ts";
import { temporaryFolder } from "../cli/program.ts";
import { FakeKernel, plainStatus, resultColumn, utf8Text } from "./fake-kernel.ts";
import { frame, modern, RawClient } from "./raw-client.ts";

/** Plays a transfer of so many bytes in each second; returns the second in which it is too slow. */
function endOf(limitSeconds: number, bytesIn: (second: number) => number): number | undefined {
	const transfer = new Transfer();
	let total = 5_000_000;
	transfer.isTooSlow(total, limitSeconds);
	for (let second = 1; second <= 10_000; second++) {
		total += bytesIn(second);
		if (transfer.isTooSlow(total, limitSeconds)) {
			return second;
		}
	}
	return undefined;
}

test("a transfer may pause for its limit, and must be of the least rate beyond", (t) => {
	t.is(
		endOf(60, () => 1024),
		undefined,
		"slow, but steady",
	);
	t.is(
		endOf(60, (second) => (second % 50 === 0 ? 120_000 : 0)),
		undefined,
		"in pieces",
	);
	t.is(
		endOf(60, () => 1000),
		61,
	);
	t.is(
		endOf(60, () => 0),
		61,
		"stuck",
	);
	t.is(
		endOf(60, (second) => (second <= 1000 ? 1_000_000 : 0)),
		1061,
		"stuck after a billion bytes",
	);
});

async function open(t: ExecutionContext) {
	const lines: string[] = [];
	const log = { info: (_facts: object, line: string) => void lines.push(line), error() {} };
	const kernel = new FakeKernel();
	const path = join(temporaryFolder(t), "socket");
	const server = await startServer({ kernel, log, host: "127.0.0.1", port: 0, socket: path });
	t.teardown(() => server.close(0));
	const raw = new RawClient(server.address.port);
	await raw.login(modern | 0x80);
	return { kernel, raw, lines, session: kernel.lastSession! };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A statement that reads the client's file. */
async function askForFile(t: ExecutionContext) {
	const { kernel, raw, lines, session } = await open(t);
	session.netReadSeconds = 1;
	let outcome = "reading";
	kernel.behaviours.set("load", async (sink) => {
		const file = session.options.openLocalFile!("a.csv");
		let bytes = 0;
		try {
			for (let piece = await file.next(); piece !== null; piece = await file.next()) {
				bytes += piece.length;
			}
			outcome = `read ${bytes}`;
			sink.ok({ ...plainStatus, affectedRows: 0, lastInsertId: 0, info: "" });
		} catch (failure) {
			outcome = String((failure as { code?: number }).code);
			throw failure;
		}
	});
	t.is((await raw.ask("\x03load"))?.[0], 0xfb);
	return { raw, lines, session, outcome: () => outcome };
}

test("a client that does not send the file it was asked for does not keep its session", async (t) => {
	const { raw, lines, outcome } = await askForFile(t);
	raw.send(2, "some");
	t.is(await Promise.race([raw.receive(), pause(8000).then(() => "still there")]), null);
	await pause(50);
	t.is(outcome(), "1317");
	t.deepEqual(lines, ["a client sent its file too slowly"]);
});

test("a client that sends its file slowly, but steadily, is served", async (t) => {
	const { raw, outcome } = await askForFile(t);
	for (let piece = 0; piece < 14; piece++) {
		raw.send(2 + piece, "x".repeat(1000));
		await pause(250);
	}
	raw.send(16);
	t.is((await raw.receive())?.[0], 0);
	t.is(outcome(), "read 14000");
});

test("a killed session does not wait for its client's file", async (t) => {
	const { session, outcome } = await askForFile(t);
	session.options.disconnect!();
	await pause(100);
	t.is(outcome(), "1317");
});

/** A result of 24 MB at once. */
async function askForMuch(t: ExecutionContext) {
	const opened = await open(t);
	opened.session.netWriteSeconds = 1;
	opened.kernel.behaviours.set("much", async (sink) => {
		sink.begin([resultColumn("a", utf8Text)]);
		await sink.rows(Array.from({ length: 24 }, () => ["x".repeat(1_000_000)]));
		sink.end(plainStatus);
	});
	opened.raw.socket.pause();
	opened.raw.send(0, "\x03much");
	return opened;
}

test("a client that reads its result slowly, but steadily, gets all of it", async (t) => {
	const { raw, lines } = await askForMuch(t);
	let bytes = 0;
	raw.socket.removeAllListeners("data");
	// Some 4 MB a second.
	while (bytes < 24_000_000 && !raw.closed) {
		const piece = raw.socket.read() as Buffer | null;
		bytes += piece?.length ?? 0;
		await pause(15);
	}
	t.true(bytes >= 24_000_000, `${bytes} bytes`);
	t.deepEqual(lines, []);
});

test("a client that reads nothing does not keep its statement", async (t) => {
	const { raw, lines, kernel } = await askForMuch(t);
	for (let wait = 0; wait < 80 && lines.length === 0; wait++) {
		await pause(100);
	}
	t.deepEqual(lines, ["a client did not read its results"]);
	await pause(50);
	t.is(kernel.sessions.size, 0);
	raw.socket.destroy();
});

test("half a command, and then nothing, does not keep a session, however much came", async (t) => {
	const { raw, lines, session } = await open(t);
	session.netReadSeconds = 1;
	const whole = frame(0, `\x03${"x".repeat(100_000)}`);
	raw.socket.write(whole.subarray(0, 90_000));
	t.is(await Promise.race([raw.receive(), pause(8000).then(() => "still there")]), null);
	t.deepEqual(lines, ["a client sent its command too slowly"]);
});
