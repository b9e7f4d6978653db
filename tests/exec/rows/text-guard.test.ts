/**
 * The text guard: planted faults are found where rows are stored and where they are sent.
 */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { guardedSource } from "../../../core/exec/rows/text-guard.ts";
import { sourceOf } from "../../../core/exec/row-source.ts";
import type { SessionFacts } from "../../../core/types/evaluation/evaluation.ts";
import { sqlType } from "../../../core/types/value/type.ts";
import { playOnMemory } from "../../memory-kernel.ts";

/** A rule that asks for every value and lets all of them pass. */
const careless = `
export default ({ InsertCheck, page, changed }) =>
	page("careless", [
		changed(
			InsertCheck,
			(Base) =>
				class Careless extends Base {
					scope() {
						return "all";
					}

					text() {
						return undefined;
					}
				},
			"All text is let in.",
		),
	]);
`;

test("a rule that lets ill-formed text pass is caught before it is stored", async (t) => {
	const file = join(mkdtempSync(join(tmpdir(), "verso-guard-")), "careless.mjs");
	writeFileSync(file, careless);
	const answers = await playOnMemory({ release: "2.1.3", plugins: [file] }, [
		"create table t (id int primary key, a varchar(9) charset utf8mb4)",
		"insert into t values (1, 'é')",
		"insert into t values (2, x'FF')",
		"insert into t values (3, 'ab'), (4, x'C3'), (5, 'c')",
		"select count(*) from t",
	]);
	const words = /Internal error: Text of column t\.a is well-formed in utf8mb4\./;
	t.is(answers[1]?.[1], "ok");
	t.regex(answers[2]?.[1] ?? "", words);
	t.regex(answers[3]?.[1] ?? "", words);
	t.is(answers[4]?.[1], "count(*)\n1");
});

test("ill-formed text in a result is caught before it is sent", async (t) => {
	await playOnMemory({ release: "2.1.3" }, []);
	const type = sqlType("varchar", { length: 9, charset: "utf8mb4", collation: "utf8mb4_bin" });
	const columns = [{ name: "a", type }] as unknown as Parameters<typeof guardedSource>[1];
	const facts = {} as SessionFacts;
	t.deepEqual(guardedSource(sourceOf([["\xc3\xa9"], [null]]), columns, facts).next(), [["\xc3\xa9"], [null]]);
	t.throws(() => guardedSource(sourceOf([["\xc3"]]), columns, facts).next(), {
		message: "Text of result column a is well-formed in utf8mb4.",
	});
});
