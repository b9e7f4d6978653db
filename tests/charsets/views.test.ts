/**
 * A view keeps the charset and collation of the session that made it, whichever session reads it.
 */
import test from "ava";
import { answerOf, connectRoot, openMemoryKernel } from "../memory-kernel.ts";

/** Comparisons, charsets, bytes with an introducer, and a filter that is merged into the reader's query. */
const made = [
	"create table t (a varchar(9) charset utf8mb4 collate utf8mb4_bin)",
	"insert into t values ('a'), ('A')",
	"set names utf8mb4 collate utf8mb4_general_ci",
	"create view ci as select 'a' = 'A' x, collation('q') c, concat('q', 1) n from t where 'b' = 'B'",
	"create view within as select x, c, 'u' = 'U' y from ci",
	"set names utf8mb4 collate utf8mb4_bin",
	"create view bin as select 'a' = 'A' x, collation('q') c from t where 'b' <> 'B'",
	"create view `both` as select ci.x a, bin.x b from ci, bin limit 1",
	"create view grouped as select max('a') m, count(distinct 'a', 'A') n, group_concat('q') g from t",
	"set names latin1 collate latin1_german1_ci",
	"create view western as select charset('q') s, collation('q') c, 'a' = 'A' x, 'q' q from t limit 1",
	"set names utf8mb4",
];
const questions = [
	"select x, c from ci",
	"select x, c, y from within",
	"select x, c from bin",
	"select * from `both`",
	"select collation(m), collation(g) from grouped",
	"select * from western",
	"select c from ci where n = 'Q1' limit 1",
	"select table_name, column_name, character_set_name, collation_name from information_schema.columns " +
		"where table_schema = 'test' and collation_name is not null order by 1, ordinal_position",
	"select table_name, character_set_client, collation_connection from information_schema.views order by 1",
];
const readers = ["utf8mb4 collate utf8mb4_general_ci", "utf8mb4 collate utf8mb4_bin", "latin1", "gbk"];

test("every session reads the same", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	const session = await connectRoot(kernel);
	for (const sql of made) {
		t.true(/^ok/.test(await answerOf(session, sql)), sql);
	}
	const answers = new Map<string, string[]>();
	for (const reader of readers) {
		await answerOf(session, `set names ${reader}`);
		await answerOf(session, "set character_set_results = utf8mb4");
		const lines: string[] = [];
		for (const sql of questions) {
			lines.push(await answerOf(session, sql));
		}
		answers.set(reader, lines);
	}
	for (const [reader, lines] of answers) {
		t.deepEqual(lines, answers.get(readers[0] as string), reader);
	}
	t.deepEqual(answers.get("latin1")?.slice(0, -2), [
		"x\tc\n1\tutf8mb4_general_ci\n1\tutf8mb4_general_ci",
		"x\tc\ty\n1\tutf8mb4_general_ci\t1\n1\tutf8mb4_general_ci\t1",
		"x\tc\n0\tutf8mb4_bin\n0\tutf8mb4_bin",
		"a\tb\n1\t0",
		"collation(m)\tcollation(g)\nutf8mb4_bin\tutf8mb4_bin",
		"s\tc\tx\tq\nlatin1\tlatin1_german1_ci\t1\tq",
		"c\nutf8mb4_general_ci",
	]);
	t.regex(answers.get("latin1")?.at(-2) ?? "", /western\tq\tlatin1\tlatin1_german1_ci/);
	await kernel.close();
});
