/**
 * Parameterization of literals changes no answer.
 *
 * Every query and change of the scripts is played three times: as it is, with comments that tell of its caller, and
 * behind a comment that the scanner refuses, so that it is parsed and planned without parameters. The same for random
 * statements of a few fingerprints over columns of all types, which reuse plans made for other literals.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import fc from "fast-check";
import type { Session } from "../../core/session/api/session.ts";
import { parseScript } from "../golden/script.ts";
import { answerOf, connectRoot, openMemoryKernel } from "../memory-kernel.ts";
import { root } from "../root.ts";

/**
 * Returns whether the answer is the same at each run. SET statements are kept: without the time limit that one of
 * them sets, a long query would never end.
 */
function isSteady(sql: string): boolean {
	return (
		/^set\b/i.test(sql) || !/connection_id|uuid|rand\(|now\(|processlist|sleep|created|time|\* from mysql\./i.test(sql)
	);
}

/** A version comment that no server of the line reads. */
const comment = "/*!99999 1 */ ";

/** Another one each time, where query tags are written. */
function tagged(sql: string, at: number): string {
	const tag = `/* request='${at}', "a" = \`b */`;
	const ends = /;\s*$/.test(sql) || /into (out|dump)file/i.test(sql);
	switch (at % 3) {
		case 0:
			return `${tag} ${sql}`;
		case 1:
			return sql.replace(/^\w+/, (word) => `${word} ${tag}`);
		default:
			return ends ? `${tag}${tag}${sql}` : `${sql} ${tag}`;
	}
}

function statementsOf(folder: string, file: string): string[] {
	return parseScript(readFileSync(join(root, "tests", folder, file), "utf8")).flatMap((line) =>
		line.kind === "command" && line.action.type === "sql" ? [line.action.sql] : [],
	);
}

async function withSession<T>(use: (session: Session) => Promise<T>): Promise<T> {
	const kernel = await openMemoryKernel({ release: "2.1.7" });
	try {
		return await use(await connectRoot(kernel));
	} finally {
		await kernel.close();
	}
}

function answers(statements: readonly string[]): Promise<string[]> {
	return withSession(async (session) => {
		const all: string[] = [];
		for (const sql of statements) {
			all.push(await answerOf(session, sql));
		}
		return all;
	});
}

for (const folder of ["exec/queries", "session/scripts"]) {
	for (const file of readdirSync(join(root, "tests", folder))
		.filter((name) => name.endsWith(".txt"))
		.sort()) {
		test(`${folder}/${file}`, async (t) => {
			const statements = statementsOf(folder, file).filter(isSteady);
			const plain = statements.map((sql) =>
				/^(select|insert|update|delete|replace)\b/i.test(sql) ? comment + sql : sql,
			);
			const marked = statements.map((sql, at) =>
				/^(select|insert|update|delete|replace)\b/i.test(sql) ? tagged(sql, at) : sql,
			);
			const expected = (await answers(plain)).map(withoutComment);
			t.deepEqual((await answers(statements)).map(withoutComment), expected);
			t.deepEqual((await answers(marked)).map(withoutComment), expected);
		});
	}
}

/** The comment appears where an answer quotes its statement. */
function withoutComment(answer: string): string {
	return answer
		.replaceAll(comment, "")
		.replace(/ \/\* request='\d+', "a" = `b \*\/|\/\* request='\d+', "a" = `b \*\/ ?/g, "")
		.replace(/near '.*/, "near");
}

const columns = ["i", "u", "d", "f", "v", "l", "b", "j", "dt", "da", "ti", "ts", "y", "e", "s", "bi"];

const literal = fc.oneof(
	{ weight: 4, arbitrary: fc.integer({ min: -3, max: 12 }).map(String) },
	{
		weight: 2,
		arbitrary: fc.constantFrom(
			"0",
			"1.5",
			"2.0",
			"10.25",
			"-0.5",
			"99999999999",
			"123456789012345",
			"1234567890123456789",
			"1e1",
		),
	},
	{
		weight: 3,
		arbitrary: fc.constantFrom(
			...["0e0", "1e0", "-1.5e0", "3.0E+0", "25e-2", "1e300", "1e400", "1.e1", "1e", "1e5x", "12e0.5", "-0e0"],
			...["1234567890123456", "-9223372036854775807", "9223372036854775807", "9223372036854775808"],
			...["12345678901234567890", "0000000000000000012", "0.30000000000000004", "-1.000000000000000000000000000001"],
			...["123456789012345678.25", "0.1234567890123456789012345678901", "1.0000000000000000", "10.2500000000000000"],
			...["999999999999999999999999999999.5", "1234567890123456789012345678901.5", "2019010203040506", "20190102.5e0"],
		),
	},
	{
		weight: 4,
		arbitrary: fc.constantFrom(
			"''",
			"'1'",
			"'abc'",
			"'ABC '",
			"'2019-01-02'",
			"'2019-01-02 03:04:05'",
			"'12:30:00'",
			"'é'",
			"'€uro'",
			"'1.5'",
			"'x%'",
			"\"it''s\"",
			"'it''s'",
			"'a\\nb'",
		),
	},
	{ weight: 1, arbitrary: fc.constantFrom("null", "x'31'", "true", "date '2019-01-02'") },
);
const column = fc.constantFrom(...columns);

/** Longer lists share a plan with those of similar length. */
const number = fc.integer({ min: 0, max: 30 }).map(String);
const word = fc.constantFrom("'abc'", "'1'", "'x'", "'2019-01-02'", "'a''b'");
const list = fc.oneof(
	{ weight: 3, arbitrary: fc.array(literal, { minLength: 1, maxLength: 3 }) },
	{ weight: 1, arbitrary: fc.array(number, { minLength: 7, maxLength: 26 }) },
	{ weight: 1, arbitrary: fc.array(fc.oneof(number, word, literal), { minLength: 7, maxLength: 26 }) },
);

const condition = fc.oneof(
	fc.tuple(column, fc.constantFrom("=", "<>", "<", ">=", "<=>"), literal).map((parts) => parts.join(" ")),
	fc.tuple(literal, fc.constantFrom("=", ">", "<="), column).map((parts) => parts.join(" ")),
	fc.tuple(column, literal, literal).map(([name, low, high]) => `${name} between ${low} and ${high}`),
	fc
		.tuple(column, fc.constantFrom("in", "not in"), list)
		.map(([name, word, all]) => `${name} ${word} (${all.join(", ")})`),
	fc.tuple(column, literal).map(([name, pattern]) => `${name} like ${pattern}`),
);

/** Conditions at every place of a query that is made of several. */
const nested = fc
	.tuple(condition, condition, fc.nat(4), fc.nat(4))
	.map(
		([a, b, count, shape]) =>
			[
				`select id from t where ${a} union all (select id + 100 from t where ${b} limit 3) order by 1 limit ${count + 1}`,
				`select * from (select * from t where ${a} order by id limit ${count}) o where ${b} order by id`,
				`select o.x, t.id from (select id x from t where ${a}) o left join t on (${b}) and t.id = o.x order by 1, 2`,
				`select id from t where (${a}) and exists (select 1 from t o where ${b}) order by 1`,
				`select id from t where id in (select id from t where ${a}) or id not in (select id from t where ${b}) order by 1`,
			][shape]!,
	);

const statement = fc.oneof(
	{ weight: 5, arbitrary: nested },
	{
		weight: 5,
		arbitrary: fc
			.tuple(condition, fc.constantFrom("and", "or"), condition, fc.nat(4))
			.map(
				([a, word, b, count]) => `select id, 'x' from t where ${a} ${word} not (${b}) order by 1 limit ${count + 1}`,
			),
	},
	{
		weight: 2,
		arbitrary: fc
			.tuple(column, literal, condition)
			.map(([name, value, where]) => `update ignore t set ${name} = ${value} where ${where}`),
	},
	{
		weight: 2,
		arbitrary: fc
			.tuple(column, literal, fc.nat(9))
			.map(([name, value, id]) => `update t set ${name} = ${value} where id = ${id}`),
	},
	{
		weight: 4,
		arbitrary: fc
			.tuple(
				column,
				fc.array(fc.tuple(condition, literal), { minLength: 1, maxLength: 3 }),
				fc.oneof(literal, column, fc.constant(undefined)),
				fc.constantFrom("", " ignore"),
			)
			.map(
				([name, branches, otherwise, ignore]) =>
					`update${ignore} t set ${name} = case ` +
					`${branches.map(([when, then]) => `when ${when} then ${then}`).join(" ")}` +
					`${otherwise === undefined ? "" : ` else ${otherwise}`} end`,
			),
	},
	{
		weight: 4,
		arbitrary: fc
			.tuple(
				column,
				column,
				fc.array(fc.tuple(literal, fc.oneof(literal, column)), { minLength: 1, maxLength: 3 }),
				fc.oneof(literal, column, fc.constant(undefined)),
				condition,
			)
			.map(
				([name, operand, branches, otherwise, where]) =>
					`update t set ${name} = case ${operand} ` +
					`${branches.map(([when, then]) => `when ${when} then ${then}`).join(" ")}` +
					`${otherwise === undefined ? "" : ` else ${otherwise}`} end where ${where}`,
			),
	},
	{
		weight: 1,
		arbitrary: fc.tuple(fc.nat(9), condition).map(([id, where]) => `delete from t where id = ${id} and ${where}`),
	},
	{
		weight: 3,
		arbitrary: fc
			.tuple(
				fc.constantFrom("insert", "insert ignore", "replace"),
				column,
				fc.array(fc.tuple(fc.nat(12), literal), { minLength: 1, maxLength: 4 }),
			)
			.map(
				([verb, name, rows]) =>
					`${verb} into t (id, ${name}) values ${rows.map(([id, value]) => `(${id}, ${value})`).join(", ")}`,
			),
	},
);

const definition =
	"create table t (id int primary key, i int, u bigint unsigned, d decimal(10,2), f double, v " +
	"varchar(20), l varchar(20) charset latin1, " +
	"b varbinary(20), j json, dt datetime, da date, ti time, ts timestamp null, y year, e enum('abc', " +
	"'1', 'x'), s set('abc', '1'), bi bit(8), key (i), key (v), key (l), key (da), unique (d, f))";

const statements = fc.array(statement, { minLength: 20, maxLength: 60 });

/** Drupal's sql_mode among them: "..." is a name. */
const modes = fc.constantFrom("default", "'ansi'", "'ansi_quotes,pipes_as_concat'");

test("random statements", async (t) => {
	await fc.assert(
		fc.asyncProperty(statements, modes, async (random, mode) => {
			const all = [
				`set sql_mode = ${mode}`,
				definition,
				"insert into t (id, i, v, l, da, d) values (1, 1, 'abc', 'abc', '2019-01-02', 1.5), (2, 2, 'x', 'é', " +
					"null, 2), (3, 10, '1', '1', '2020-02-02', -0.5)",
				...random,
			].flatMap((sql) => (/^(?:create|set)/.test(sql) ? [sql] : [sql, `select "id", t.* from t order by id`]));
			const plain = all.map((sql) => (/^(?:create|set)/.test(sql) ? sql : comment + sql));
			const [lifted, standing] = [await answers(all), await answers(plain)];
			for (const [at, sql] of all.entries()) {
				t.is(withoutComment(lifted[at]!), withoutComment(standing[at]!), sql);
			}
		}),
		{ numRuns: 40 },
	);
});

test("lists of every length", async (t) => {
	const lengths = [...Array(70).keys()].map((at) => at + 1).concat([255, 256, 257, 1000, 3000, 4096, 4097, 5000]);
	const lists = lengths.map((length) => Array.from({ length }, (_, at) => (at * 7) % (length + 3)));
	const made = [
		"create table t (id int primary key, k int, v varchar(10), u int unique, key (k))",
		`insert into t values ` +
			Array.from({ length: 300 }, (_, id) => `(${id}, ${id % 11}, '${id % 13}', ${2 * id})`).join(","),
	];
	const questions = lists.flatMap((list) => [
		`select count(*), sum(id) from t where id in (${list.join(",")})`,
		`select count(*), sum(id) from t where k not in ( ${list.join(" , ")} )`,
		`select id from t where v in ('${list.join("','")}') and id IN(${list.join(",\n")}) order by id limit 3`,
		`select v, id from t where id in (${list.join(",")})`,
		`select v, id from t where k in (${list.join(",")})`,
		`select v, id from t where u in (${list.join(",")})`,
		`select v, id from t where u in (${list.join(",")}) and v < '5' limit 3`,
		`select v, id from t where k in (${list.join(",")}) order by k desc limit 5`,
		`select count(*) from t where id in (${list.join(",")},)`,
		`select count(*) from t where id in (${list.join(",")} 'a')`,
	]);
	const [lifted, standing] = [
		await answers([...made, ...questions]),
		await answers([...made, ...questions.map((sql) => comment + sql)]),
	];
	for (const [at, sql] of [...made, ...questions].entries()) {
		t.is(withoutComment(lifted[at]!), withoutComment(standing[at]!), sql.slice(0, 200));
	}
});
