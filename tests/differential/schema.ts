/**
 * Generator of random tables with typed columns: the statements that create and fill them.
 */
import type { Choice } from "./choice.ts";
import type { Sort } from "./piece.ts";
import { literal } from "./literal.ts";
import { print } from "./piece.ts";

export interface Column {
	readonly name: string;
	readonly sort: Sort;
	readonly type: string;
}

export interface Table {
	readonly name: string;
	readonly columns: readonly Column[];
}

const types: readonly (readonly [Sort, readonly string[]])[] = [
	["integer", ["int", "bigint", "tinyint", "smallint unsigned", "bigint unsigned", "int unsigned", "mediumint"]],
	["integer", ["year", "bit(8)", "bit(40)", "int(8) zerofill", "tinyint unsigned", "bigint(20) unsigned zerofill"]],
	[
		"decimal",
		[
			"decimal(10,2)",
			"decimal(20,6)",
			"decimal(5,0)",
			"decimal(30,10)",
			"decimal(12,4) unsigned",
			"decimal(8,3) zerofill",
		],
	],
	["double", ["double"]],
	["text", ["varchar(20)", "char(10)", "text", "varchar(60)"]],
	[
		"text",
		[
			"enum('a','abc','A','12abc','2020-02-29')",
			"set('x','y','z','a','1')",
			"varbinary(20)",
			"varchar(20) collate utf8mb4_general_ci",
			"tinytext",
			"blob",
		],
	],
	["date", ["date"]],
	["datetime", ["datetime", "datetime(3)", "datetime(6)", "timestamp(2) null"]],
	["time", ["time", "time(2)"]],
];

const indexes = ["", "", ", key (c1)", ", key (c2, c1)", ", unique key (id, c1)", ", key (c3)"];

export function makeTables(
	choice: Choice,
	count: number,
): { readonly tables: readonly Table[]; readonly statements: readonly string[] } {
	const tables: Table[] = [];
	const statements: string[] = [];
	for (let at = 0; at < count; at++) {
		const columns: Column[] = [{ name: "id", sort: "integer", type: "int" }];
		for (let column = 1; column <= choice.between(3, 7); column++) {
			const [sort, names] = choice.pick(types);
			columns.push({ name: `c${column}`, sort, type: choice.pick(names) });
		}
		const table = { name: `t${at}`, columns };
		tables.push(table);
		const definitions = columns
			.map(({ name, type }) => `${name} ${type}${name === "id" ? " not null" : ""}`)
			.join(", ");
		const index = choice.pick(indexes).replace(/\bc(\d)/g, (name) => nameWithLength(columns, name));
		statements.push(
			`drop table if exists ${table.name}`,
			`create table ${table.name} (${definitions}, primary key (id)${index}) default charset utf8mb4 ` +
				`collate utf8mb4_bin`,
		);
		statements.push(...fill(choice, table));
	}
	return { tables, statements };
}

/** Returns whether an index on the column needs a prefix length. */
export function isLong(column: Column | undefined): boolean {
	return ["text", "tinytext", "blob"].includes(column?.type ?? "");
}

function nameWithLength(columns: readonly Column[], name: string): string {
	return isLong(columns.find((column) => column.name === name)) ? `${name}(10)` : name;
}

function fill(choice: Choice, { name, columns }: Table): string[] {
	const rows: string[] = [];
	for (let id = 1; id <= choice.between(0, 25); id++) {
		rows.push(
			`(${columns.map((column) => (column.name === "id" ? String(id) : choice.oneIn(6) ? "null" : print(literal(choice, column.sort)))).join(", ")})`,
		);
	}
	return rows.length === 0 ? [] : [`insert ignore into ${name} values ${rows.join(", ")}`];
}
