/**
 * Results of thousands of columns arrive in batches of few cells, and are those of the same columns one by one.
 */
import test from "ava";
import { fusion } from "../../core/exec/codegen/fusion.ts";
import type { ResultSink } from "../../core/session/api/result.ts";
import type { Row } from "../../core/types/value/value.ts";
import { encodeText } from "../../core/types/value/value.ts";
import { answerOf, connectRoot, openMemoryKernel } from "../memory-kernel.ts";

/** Of a batch; more than that takes as long as other clients may wait. */
const mostCells = 65_536;
const count = 1500;

class BatchSink implements ResultSink {
	readonly rowsSeen: Row[] = [];
	largest = 0;

	begin(): void {}

	rows(batch: readonly Row[]): void {
		for (const row of batch) {
			this.rowsSeen.push(row.slice(-2));
			this.largest = Math.max(this.largest, batch.length * row.length);
		}
	}

	end(): void {}

	ok(): void {}

	error(failure: unknown): void {
		throw failure;
	}
}

const least = fusion.least;
const numbers = Array.from({ length: 12 }, (_, at) => `select ${at} b`).join(" union ");

for (const [way, rowsToFuse] of [
	["compiled loops", 0],
	["the general path", Number.POSITIVE_INFINITY],
] as const) {
	test.serial(`wide results by ${way}`, async (t) => {
		fusion.least = rowsToFuse;
		t.teardown(() => {
			fusion.least = least;
		});
		const kernel = await openMemoryKernel({ release: "2.1.7" });
		const session = await connectRoot(kernel);
		await answerOf(session, "create table wide (a int primary key)");
		const values = Array.from({ length: count }, (_, at) => `(${at})`).join();
		await answerOf(session, `insert into wide values ${values}`);
		for (const width of [1000, 4096]) {
			const columns = Array.from({ length: width - 1 }, (_, at) => `a+${at}`).join();
			for (const [all, from, to, limit] of [
				["", 0, count, ""],
				["", 1200, 1300, ""],
				["", 3, 400, " limit 100"],
				["distinct ", 0, count, ""],
			] as const) {
				const sink = new BatchSink();
				const sql = `select ${all}${columns}, a from wide where a >= ${from} and a < ${to}${limit}`;
				await session.execute(encodeText(sql), sink);
				const wanted = limit === "" ? to - from : 100;
				t.deepEqual(
					sink.rowsSeen,
					Array.from({ length: wanted }, (_, at) => [from + at + width - 2, from + at]),
				);
				t.true(sink.largest <= mostCells, `${width} columns: ${sink.largest} cells in one batch`);
			}
		}
		await answerOf(session, "create table long_one (a int primary key)");
		await answerOf(session, `insert into long_one select a + ${count} * b from wide, (${numbers}) n`);
		const columns = Array.from({ length: 300 }, (_, at) => `a+${at}`).join();
		const found = await answerOf(session, `select ${columns}, a from long_one where a % 5000 = 4999`);
		t.deepEqual(
			found
				.split("\n")
				.slice(1)
				.map((line) => line.slice(line.lastIndexOf("\t") + 1)),
			["4999", "9999", "14999"],
		);
		await kernel.close();
	});
}
