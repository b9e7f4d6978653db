/**
 * One directory in both modes: indexes that one wrote are those that the other reads.
 */
import test from "ava";
import { answerOf, connectRoot, openMemoryKernel } from "../memory-kernel.ts";
import { lastingStore } from "../mix/lasting-store.ts";

test("rows are found by their keys after a change of mode, and the table is sound", async (t) => {
	const store = lastingStore();
	const modes = ["documented", "measured", "documented", "measured"] as const;
	for (const [turn, mode] of modes.entries()) {
		const kernel = await openMemoryKernel({ release: "2.1.7", mode }, store);
		const session = await connectRoot(kernel);
		if (turn === 0) {
			await answerOf(
				session,
				"create table t (name varchar(20) primary key, note varchar(9), key (note), key (name, note))",
			);
		}
		await answerOf(session, `insert into t values ('Zoé ${turn}', 'x'), ('b\\'o ${turn}', 'été')`);
		for (let of = 0; of <= turn; of++) {
			t.is(
				await answerOf(session, `select note from t where name = 'Zoé ${of}'`),
				"note\nx",
				`${mode} after ${modes[of]}`,
			);
			t.is(await answerOf(session, `select note from t where name like 'b''o ${of}%'`), "note\nété");
			t.regex(await answerOf(session, `insert into t values ('Zoé ${of}', '')`), /1062/);
		}
		t.is(
			await answerOf(session, "select count(*) from t force index (note) where note = 'été'"),
			`count(*)\n${turn + 1}`,
		);
		t.regex(await answerOf(session, "check table t extended"), /status\tOK/);
		await kernel.close();
	}
});
