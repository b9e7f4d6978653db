/**
 * Where MariaDB answers otherwise than MySQL 5.7 in what the sequences play: definitions, foreign keys, JSON, modes.
 *
 * In: a statement and both answers. Out: the reason. As in `known.ts`, each names the narrowest sign it can be told by.
 */
import type { WireResult } from "../measured/wire.ts";
import type { KnownDifference } from "./known.ts";

const codes = (ours: WireResult, theirs: WireResult): string => `${ours.error?.code ?? 0} ${theirs.error?.code ?? 0}`;
const oneOf = (pairs: readonly string[]) => (ours: WireResult, theirs: WireResult): boolean => pairs.includes(codes(ours, theirs));

/** A statement of that form where ours and theirs have these codes; 0 is no error. */
function mistake(why: string, form: RegExp, ...pairs: readonly string[]): KnownDifference {
	const matchesCodes = oneOf(pairs);
	return { why, matches: (sql, ours, theirs) => form.test(sql) && matchesCodes(ours, theirs) };
}

const compact = (result: WireResult): string => JSON.stringify(result.rows ?? null).replaceAll(/\\*"(:|,) ?|([\]}\w]), ?/g, "$1$2");

export const knownOfSequences: readonly KnownDifference[] = [
	mistake("A value for a generated column is error 3105 in MySQL, IGNORE or not.", /^(insert|replace|update) .*\bg\b/, "3105 1906", "3105 0"),
	mistake("A column that a generated one is computed from can't be dropped: 3108 in MySQL.", /^alter table p drop column/, "3108 1054"),
	mistake("A table that a foreign key leads to can't be dropped: 1217 in MySQL, 1451 in MariaDB.", /^drop table/, "1217 1451"),
	mistake("A second foreign key of a name is 1826 in MySQL, 1005 in MariaDB.", /^alter table .* add constraint/, "1826 1005"),
	mistake("A column that a foreign key leads to can't be dropped: 1829 in MySQL.", /^alter table .* drop column/, "1829 1553"),
	mistake("A key that a foreign key leads to can't be dropped: 1553 in MySQL; MariaDB looks for another one, or fails later.", /^alter table .* drop (primary key|index)/, "1553 0", "1553 1025"),
	mistake("Which table's rows a DELETE of several removes first is the optimizer's choice.", /^delete p, q from/, "1451 0", "0 1451"),
	mistake("A document that is none is 3140 in MySQL, a broken CHECK in MariaDB.", /^(insert|replace|update) /, "3140 4025"),
	mistake("TEXT and BLOB have no default in MySQL 5.7.", /^create table .* (text|blob) default/, "1101 0"),
	mistake("A table that isn't there is 1100 under LOCK TABLES; verso looks for it first.", / w\b|nope/, "1146 1100"),
	mistake("Text in front of nothing but a number is 1265 in a DOUBLE column of MySQL, 1366 in MariaDB.", /^(insert|replace|update) /, "1265 1366"),
	{
		why: "ALTER TABLE counts the rows that it copied; MariaDB does more of them in place.",
		matches: (sql, ours, theirs) => sql.startsWith("alter table") && ours.ok !== undefined && theirs.ok !== undefined && ours.ok.affected * theirs.ok.affected === 0,
	},
	{
		why: "Documents made by aggregates have spaces behind commas and colons in MySQL.",
		matches: (sql, ours, theirs) => /json_(array|object)agg\(/.test(sql) && compact(ours) === compact(theirs),
	},
	{
		why: "JSON_CONTAINS is NULL where the path leads nowhere; 0 in MariaDB.",
		matches: (sql, ours, theirs) => /json_contains\([^()]*, '\$/.test(sql) && /null/.test(JSON.stringify(ours.rows ?? "")) && !/null/.test(JSON.stringify(theirs.rows ?? "")),
	},
	{
		why: "JSON_SEARCH looks at strings alone; MariaDB looks at numbers too.",
		matches: (sql, ours, theirs) => /json_search\(/.test(sql) && ours.rows !== undefined && theirs.rows !== undefined,
	},
	{
		why: "What JSON_EXTRACT finds is compared as JSON in MySQL, as text in MariaDB.",
		matches: (sql, ours, theirs) => /json_extract\([^()]*\) (=|<|>|<>|\+)/.test(sql) && ours.rows !== undefined && theirs.rows !== undefined,
	},
	{
		why: "JSON_REMOVE of what isn't there changes nothing; MariaDB is NULL for a document without members.",
		matches: (sql, ours, theirs) => /json_remove\(/.test(sql) && ours.error === undefined && theirs.error === undefined,
	},
	{
		why: "STR_TO_DATE looks at the day of the month in MySQL.",
		matches: (sql) => /str_to_date\('2020-02-30'/.test(sql),
	},
	{
		why: "A utf8mb4 literal with an introducer has the server's default collation, which is the release's here.",
		matches: (sql) => /_(utf8mb4|latin1|utf8)'/.test(sql) && /collation\(|coercibility\(/.test(sql),
	},
];
