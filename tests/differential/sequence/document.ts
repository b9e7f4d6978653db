/**
 * JSON columns and functions.
 *
 * Documents are written in MySQL's normalized form, since MariaDB stores them as written.
 */
import type { Choice } from "../choice.ts";
import { fixed, type Piece } from "../piece.ts";

const documents = [
	'{"a": 1, "b": [1, 2, 3], "c": "x"}',
	'{"a": "1", "b": {"c": null, "d": true}}',
	'[1, 2.5, "a", null, [3]]',
	'"text"',
	"17",
	"true",
	"null",
	"{}",
	"[]",
	'{"b": [{"c": 1}, {"c": 2}]}',
	'{"a": "é", "b": "q\\\\"uote"}',
	"[[1, 2], [3, [4]]]",
	'{"a": -1.5, "b": 1e3}'.replace("1e3", "1000"),
];
const paths = [
	"$",
	"$.a",
	"$.b",
	"$.b[0]",
	"$.b[1].c",
	"$[0]",
	"$[4][0]",
	"$.b.c",
	"$.*",
	"$.b[*]",
	"$[*]",
	"$**.c",
	"$.z",
];
const values = ["1", "'v'", "null", "1.50", "true", "cast('[7]' as json)", "json_object('k', 1)", "json_array(1, 'b')"];

export function document(choice: Choice): readonly Piece[] {
	const path = (): string => `'${choice.pick(paths)}'`;
	const exact = (): string => `'${choice.pick(paths.filter((one) => !one.includes("*")))}'`;
	const value = (): string => choice.pick(values.filter((one) => !one.startsWith("cast")));
	const reads = [
		() => `json_extract(j, ${path()})`,
		() => `json_unquote(json_extract(j, ${exact()}))`,
		() => "json_length(j)",
		() => `json_length(j, ${exact()})`,
		() => "json_depth(j)",
		() => "json_keys(j)",
		() => `json_keys(j, ${exact()})`,
		() => `json_contains(j, '${choice.pick(["1", '"x"', "[1]", "null", '{"a": 1}', "3"])}')`,
		() => `json_contains(j, '1', ${exact()})`,
		() => `json_contains_path(j, '${choice.pick(["one", "all"])}', ${path()}, ${path()})`,
		() => `json_set(j, ${exact()}, ${value()})`,
		() => `json_insert(j, ${exact()}, ${value()})`,
		() => `json_replace(j, ${exact()}, ${value()})`,
		() => `json_remove(j, '${choice.pick(["$.a", "$.b[0]", "$[1]", "$.z"])}')`,
		() => `json_array_append(j, ${exact()}, ${value()})`,
		() => `json_array_insert(j, '${choice.pick(["$[0]", "$.b[1]", "$[9]"])}', ${value()})`,
		() => `json_search(j, '${choice.pick(["one", "all"])}', '${choice.pick(["x", "%", "text", "_"])}')`,
		() => "json_valid(j)",
		() => `json_merge_preserve(j, '[1]')`,
		() => `json_array(id, j)`.replace("j)", `${value()})`),
		() => `json_object('k', id, 'v', ${value()})`,
		() => `json_extract(j, ${exact()}) + 1`,
		() => `json_extract(j, ${exact()}) = ${choice.pick(["1", "'x'", "'text'", "17"])}`,
		() => `json_unquote(json_extract(j, '$.a')) = ${choice.pick(["'1'", "1"])}`,
		() => "json_quote(json_unquote(j))",
		() => "upper(json_unquote(json_extract(j, '$.c')))",
		() => `cast(json_extract(j, ${exact()}) as signed)`,
		() => `concat(j, '')`,
	];
	const read = (): string => choice.pick(reads)();
	const statements = [
		"create table p (id int primary key, j json, v varchar(60))",
		`insert into p values ${
			documents
				.map((text) => ({ text }))
				.filter(() => choice.oneIn(2))
				.map(({ text }, at) => `(${at + 1}, '${text}', '${text}')`)
				.join(", ") || "(1, null, null)"
		}`,
	];
	for (let at = 0; at < choice.between(6, 14); at++) {
		statements.push(
			choice.pick([
				() => `select id, ${read()} from p order by id`,
				() => `select id, ${read()} from p order by id`,
				() => `select id, ${read()} from p order by id`,
				() => `select id from p where ${read()} is not null order by id`,
				() =>
					`select id from p where json_extract(j, ${exact()}) ${choice.pick(["=", "<", ">", "<>"])} ` +
					`${choice.pick(["1", "'x'", "2.5"])} order by id`,
				() => `update p set j = json_set(j, ${exact()}, ${value()}) where id = ${choice.between(1, 6)}`,
				() => `update p set j = json_remove(j, '$.a') where id > ${choice.between(1, 6)}`,
				() =>
					`insert into p values (${choice.between(1, 12)}, '` +
					`${choice.pick([...documents, "not json", "", "{", "[1,"])}', 'n')`,
				() => `insert into p (id, j) values (${choice.between(8, 14)}, json_object('k', ${choice.between(1, 5)}))`,
				() => "select json_arrayagg(id) from p",
				() => "select json_objectagg(id, v) from p where v is not null",
				() => `select ${read()}, count(*) from p group by 1 order by 2, min(id)`,
				() => `select id from p where json_contains(j, '${choice.pick(["1", "[1, 2]", '{"a": 1}'])}') order by id`,
			])(),
		);
	}
	return [...statements, "select * from p order by id"].map(fixed);
}
