/**
 * Rows for a client that reads as fast as they are written: others are served between them.
 */
import test from "ava";
import { PacketWriter } from "../../apps/server/encode.ts";
import { PacketSink } from "../../apps/server/packet-sink.ts";
import type { SocketWriter } from "../../apps/server/socket-writer.ts";
import { sqlType } from "../../core/types/value/type.ts";
import type { ResultColumn, Session } from "../../core/index.ts";

test("long rows are written in turns, short ones at once", async (t) => {
	const writer = new PacketWriter();
	let flushed = 0;
	const outlet = {
		open: true,
		flush: () => {
			flushed += writer.length;
			writer.reuse();
		},
		congestion: () => undefined,
	};
	const session = { resultsCharset: "utf8mb4", status: () => ({ warningCount: 0 }) };
	const sink = new PacketSink(session as unknown as Session, writer, outlet as unknown as SocketWriter, 0);
	const type = sqlType("longtext", { length: 4294967295, charset: "utf8mb4", collation: "utf8mb4_bin" });
	const column = {
		name: "a",
		type,
		nullable: true,
		database: "",
		table: "",
		originalTable: "",
		originalName: "",
	} as unknown as ResultColumn;

	sink.start("text");
	sink.begin([column]);
	t.is(sink.rows(Array.from({ length: 100 }, () => ["x"])), undefined, "nothing to wait for");

	const long = "x".repeat(4_000_000);
	const written = sink.rows(Array.from({ length: 20 }, () => [long]));
	t.true(written instanceof Promise);
	t.true(flushed < 20 * long.length, "others come first");
	let served = 0;
	let isWritten = false;
	void Promise.resolve(written).then(() => {
		isWritten = true;
	});
	while (!isWritten && served < 1000) {
		await new Promise((resolve) => setImmediate(resolve));
		served++;
	}
	t.true(flushed > 20 * long.length);
	t.true(served > 5, `${served}`);
});
