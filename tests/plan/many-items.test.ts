/**
 * Select lists and group keys of any length: names and equal expressions are found among many as among few.
 */
import test from "ava";
import { answerOf, connectRoot, openMemoryKernel } from "../memory-kernel.ts";

/** `,...` stands for further items, which change nothing that the first ones show. */
const statements = [
	"select b as x, a as y,... from t order by y desc",
	"select a as x, b as x,... from t order by x",
	"select a as x, a as x,... from t order by x desc",
	"select a + 1 as x, b as x,... from t order by x desc",
	"select b, b as x,... from t order by b",
	"select 9 - a as a,... from t order by a",
	"select a as X,... from t having x > 1",
	"select b as x, a as x,... from t having x > 1",
	"select a + 1 as k, count(*),... from t group by a + 1,...",
	"select a + 1.0 as k, a + 1 as l, count(*),... from t group by a + 1, a + 1.0,...",
	"select concat(b, a + 1) as k,... from t group by b, a + 1,...",
	"select b as k,... from t group by k,... having k > 'x'",
	"select upper(b) as k,... from t group by b,...",
];

test("a name or an expression means the same among few items and among many", async (t) => {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	const session = await connectRoot(kernel);
	await answerOf(session, "create table t (a int, b varchar(9))");
	await answerOf(session, "insert into t values (1, 'y'), (2, 'x'), (3, 'z')");
	const shown = async (statement: string, count: number): Promise<string> => {
		const items = Array.from({ length: count }, (_, at) => `, 7 + ${at}`).join("");
		const answer = await answerOf(session, statement.replaceAll(",...", items));
		const own = statement.split(" from ")[0]!.split(",").length - 1;
		return answer
			.split("\n")
			.map((line) => line.split("\t").slice(0, own).join("\t"))
			.join("\n");
	};
	for (const statement of statements) {
		t.is(await shown(statement, 100), await shown(statement, 1), statement);
	}
	await kernel.close();
});
