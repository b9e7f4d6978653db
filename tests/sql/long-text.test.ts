/**
 * Texts that are parsed in steps: the same trees and errors as in one piece, however often the parser stops.
 */
import { isDeepStrictEqual } from "node:util";
import test from "ava";
import { createParser, KernelParser, plainMode } from "../../core/sql/parse/index.ts";
import type { FirstStatement, ParseSteps } from "../../core/sql/parser.ts";
import { encodeText } from "../../core/types/value/value.ts";
import { linesOf } from "./tree.ts";

const parser = createParser();
/** Stops wherever it can. */
const eager = new KernelParser({ passMs: 0, shortList: 1, items: 1 });

const families = ["changes", "comments", "definitions", "errors", "expressions", "queries", "recorded", "sessions"];

/** With lists in which the parser stops. */
const stopping = new Set(["changes", "definitions", "queries", "recorded", "sessions"]);

interface Outcome {
	readonly found: FirstStatement | string;
	readonly steps: number;
}

function inSteps(task: ParseSteps<FirstStatement>): Outcome {
	for (let steps = 0; ; steps++) {
		try {
			const step = task.next();
			if (step.done === true) {
				const { literals: _literals, ...found } = step.value;
				return { found, steps };
			}
		} catch (failure) {
			return { found: (failure as Error).message, steps };
		}
	}
}

function atOnce(text: string): FirstStatement | string {
	try {
		const { literals: _literals, ...found } = parser.parseFirst(text, plainMode);
		return found;
	} catch (failure) {
		return (failure as Error).message;
	}
}

for (const family of families) {
	test(`the corpus of ${family} is parsed in steps as at once`, (t) => {
		let stops = 0;
		for (const line of linesOf(`${family}.txt`)) {
			const text = encodeText(family === "expressions" ? `select ${line}` : line);
			const { found, steps } = inSteps(eager.parseInSteps(text, plainMode));
			stops += steps;
			t.deepEqual(found, atOnce(text), line);
		}
		t.true(!stopping.has(family) || stops > 0, "it never stopped");
	});
}

const many = (count: number, item: (at: number) => string): string =>
	Array.from({ length: count }, (_, at) => item(at)).join();

const pairs = many(9000, (at) => `(${at}, '${at}')`);
const union = Array(9000).fill("select a, concat(b, 'x', f(1, 2)), @n := 1 from t where a = 1").join(" union ");
const rows = many(30_000, (at) => `(${at}, concat('x', ${at}), default)`);

const statements =
	"begin declare i int; declare c cursor for select 1; set i = i + 1, @x = i, @y = i; l: while i < 3 do leave l; " +
	"end while; case i when 1 then insert into t values (i, i, new.a); else set new.b = old.c; end case; end; ";
const body = `begin declare n int default 7; ${statements.repeat(3000)} if n then ${statements.repeat(3000)} end if; end`;

const long: readonly string[] = [
	`select a from t where a in (${many(90_000, String)}) and b collate binary = 'x' or (a, b) in (${pairs})`,
	`select ${many(9000, (at) => `case a ${`when ${at} then 'x'`.repeat(5)} end as c${at}`)} from t; select 2`,
	`${union} order by 1`,
	`/* c */ insert into t values ${rows} on duplicate key update a = 1`,
	`select 1 from t where ${Array(30_000).fill("a = 1 and b <> 'x'").join(" or ")} limit 1 , `,
	`select ${many(90_000, String)} 'x`,
	`create trigger r before update on t for each row ${body}; select 2`,
	`create procedure p(in a int, out b int) begin ${Array(60_000).fill("set b = a").join("; ")}; end; create procedure q() x`,
	`create event e on schedule every 1 day do begin ${Array(60_000).fill("set @b = 1").join("; ")}`,
];

test("texts of megabytes are parsed in steps as at once", (t) => {
	for (const text of long) {
		const { found, steps } = inSteps(parser.parseInSteps!(text, plainMode));
		t.true(isDeepStrictEqual(found, atOnce(text)), text.slice(0, 80));
		t.true(steps > 5, `${steps} steps: ${text.slice(0, 80)}`);
	}
});

test("another statement is parsed between two steps", (t) => {
	const task = parser.parseInSteps!(long[0]!, plainMode);
	let steps = 0;
	for (let step = task.next(); ; step = task.next()) {
		if (step.done === true) {
			t.is(step.value.first?.text, long[0]);
			break;
		}
		steps++;
		t.is(parser.parseFirst(`select ${steps}`, plainMode).first?.text, `select ${steps}`);
	}
	t.true(steps > 5);
});
