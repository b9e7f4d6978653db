/**
 * Generator of random changes: INSERT, UPDATE, DELETE and REPLACE in all forms, and ALTER TABLE.
 *
 * The tables' columns stay the same: a later ALTER removes what an earlier one has added.
 */
import type { Choice } from "./choice.ts";
import { expression } from "./expression.ts";
import { literal } from "./literal.ts";
import { joined, nothing, type Piece, piece } from "./piece.ts";
import { isLong, type Table } from "./schema.ts";

export function change(choice: Choice, tables: readonly Table[]): readonly Piece[] {
	const table = choice.pick(tables);
	switch (choice.between(1, 12)) {
		case 1:
		case 2:
			return [insert(choice, table)];
		case 3:
		case 4:
			return [update(choice, table)];
		case 5:
			return [remove(choice, table)];
		case 6:
			return [insertSelect(choice, table, choice.pick(tables))];
		case 7:
			return [updateJoined(choice, table, choice.pick(tables))];
		case 8:
			return [removeJoined(choice, table, choice.pick(tables))];
		case 9:
			// A table joined with itself would be changed twice, in an unspecified order.
			return [updateBoth(choice, table, choice.pick(tables.filter((other) => other !== table)))];
		case 10:
			return [insertOrUpdate(choice, table, choice.pick(tables))];
		case 11:
			return choice.oneIn(2) ? copied(choice, choice.pick(tables)) : viewed(choice, choice.pick(tables));
		default:
			return alter(choice, table);
	}
}

function values(choice: Choice, { columns }: Table): Piece {
	const cells = columns.map((column) => {
		if (column.name === "id") {
			return piece("integer")`${choice.between(1, 40)}`;
		}
		return choice.oneIn(8)
			? piece("fixed")`default`
			: choice.oneIn(6)
				? piece("fixed")`null`
				: choice.oneIn(3)
					? expression(choice, column.sort, { columns: [] }, 2)
					: literal(choice, column.sort);
	});
	return piece("fixed")`(${joined(cells, ", ")})`;
}

function insert(choice: Choice, table: Table): Piece {
	const rows = joined(
		Array.from({ length: choice.between(1, 3) }, () => values(choice, table)),
		", ",
	);
	switch (choice.between(1, 4)) {
		case 1:
			return piece("fixed")`replace into ${table.name} values ${rows}`;
		case 2:
			return piece("fixed")`insert ignore into ${table.name} values ${rows}`;
		case 3: {
			const column = choice.pick(table.columns.slice(1));
			return piece(
				"fixed",
			)`insert into ${table.name} values ${rows} on duplicate key update ${column.name} = ${choice.oneIn(2) ? piece("fixed")`values(${column.name})` : expression(choice, column.sort, table, 2)}`;
		}
		default:
			return piece("fixed")`insert into ${table.name} values ${rows}`;
	}
}

function condition(choice: Choice, table: Table): Piece {
	return choice.oneIn(4) ? nothing : piece("clause", true)` where ${expression(choice, "boolean", table, 2)}`;
}

function update(choice: Choice, table: Table): Piece {
	const assignments = choice
		.some(table.columns.slice(1), 1)
		.slice(0, 3)
		.map((column) => piece("fixed")`${column.name} = ${expression(choice, column.sort, table, 2)}`);
	return piece(
		"fixed",
	)`update ${choice.oneIn(4) ? "ignore " : ""}${table.name} set ${joined(assignments, ", ")}${condition(choice, table)}${choice.oneIn(4) ? ` order by id limit ${choice.between(0, 5)}` : ""}`;
}

function remove(choice: Choice, table: Table): Piece {
	return piece(
		"fixed",
	)`delete from ${table.name} where id > ${choice.between(5, 30)} and ${expression(choice, "boolean", table, 2)}${choice.oneIn(3) ? ` order by id desc limit ${choice.between(0, 4)}` : ""}`;
}

function insertSelect(choice: Choice, into: Table, from: Table): Piece {
	const cells = into.columns.slice(1).map((column) => expression(choice, column.sort, from, 1));
	const verb = choice.pick(["insert ignore into", "replace into", "insert ignore into"]);
	return piece(
		"fixed",
	)`${verb} ${into.name} select id + ${choice.between(0, 20)}, ${joined(cells, ", ")} from ${from.name}${condition(choice, from)} order by id`;
}

function both(one: Table, other: Table): { columns: Table["columns"] } {
	return {
		columns: [
			...one.columns.map((column) => ({ ...column, name: `x.${column.name}` })),
			...other.columns.map((column) => ({ ...column, name: `y.${column.name}` })),
		],
	};
}

function updateJoined(choice: Choice, one: Table, other: Table): Piece {
	const column = choice.pick(one.columns.slice(1));
	const scope = { columns: both(one, other).columns.filter(({ name }) => name !== `x.${column.name}`) };
	return piece(
		"fixed",
	)`update ${one.name} x join ${other.name} y on x.id = y.id set x.${column.name} = ${expression(choice, column.sort, scope, 1)}${choice.oneIn(2) ? piece("clause", true)` where ${expression(choice, "boolean", scope, 2)}` : nothing}`;
}

function updateBoth(choice: Choice, one: Table, other: Table): Piece {
	const [mine, theirs] = [choice.pick(one.columns.slice(1)), choice.pick(other.columns.slice(1))];
	// Neither is computed from a column that the statement changes: the order of assignments is unspecified.
	const scope = { columns: both(one, other).columns.filter(({ name }) => name === "x.id" || name === "y.id") };
	return piece(
		"fixed",
	)`update ${choice.oneIn(3) ? "ignore " : ""}${one.name} x ${choice.pick(["join", "left join"])} ${other.name} y on x.id = y.id + ${choice.between(1, 5)} set x.${mine.name} = ${expression(choice, mine.sort, scope, 1)}, y.${theirs.name} = ${literal(choice, theirs.sort)} where x.id < ${choice.between(3, 15)}`;
}

function insertOrUpdate(choice: Choice, into: Table, from: Table): Piece {
	const cells = into.columns
		.slice(1)
		.map((column) => expression(choice, column.sort, { columns: aliasedColumns(from) }, 1));
	const column = choice.pick(into.columns.slice(1));
	const value = choice.oneIn(2)
		? piece("fixed")`values(${column.name})`
		: choice.oneIn(2)
			? piece("fixed")`f.id`
			: expression(choice, column.sort, { columns: [] }, 2);
	return piece(
		"fixed",
	)`insert ${choice.oneIn(2) ? "ignore " : ""}into ${into.name} select f.id + ${choice.between(0, 9)}, ${joined(cells, ", ")} from ${from.name} f order by f.id on duplicate key update ${into.name}.${column.name} = ${value}`;
}

function aliasedColumns(table: Table): Table["columns"] {
	return table.columns.map((column) => ({ ...column, name: `f.${column.name}` }));
}

/** CREATE TABLE ... SELECT, with a computed column and one of another type. */
function copied(choice: Choice, table: Table): readonly Piece[] {
	const columns = choice.some(table.columns.slice(1), 1);
	const computed = expression(
		choice,
		choice.pick(["integer", "decimal", "text", "date", "datetime", "time", "double"] as const),
		table,
		2,
	);
	const text = (sql: string): Piece => ({ sort: "fixed", optional: false, parts: [sql] });
	return [
		text("drop table if exists copied"),
		piece(
			"fixed",
		)`create table copied (g bigint as (id * 2) ${choice.pick(["virtual", "stored"])}, key (g)) charset utf8mb4 collate utf8mb4_bin ignore select id, ${columns.map(({ name }) => name).join(", ")}, ${computed} as made from ${table.name}`,
		text("select * from copied order by id"),
		text(`select count(*) from copied where g between ${choice.between(2, 9)} and ${choice.between(9, 40)}`),
		text("update copied set id = id + 1 order by id desc"),
		text("select id, g from copied order by id"),
		text("drop table copied"),
	];
}

function viewed(choice: Choice, table: Table): readonly Piece[] {
	const text = (sql: string): Piece => ({ sort: "fixed", optional: false, parts: [sql] });
	const column = choice.pick(table.columns);
	return [
		piece(
			"fixed",
		)`create or replace view seen as select id, ${column.name} as v, ${expression(choice, choice.pick(["integer", "decimal", "text", "date"] as const), table, 2)} as made from ${table.name}${condition(choice, table)}`,
		text("select * from seen order by id"),
		text(`select v, count(*), max(made) from seen where id > ${choice.between(0, 9)} group by v order by 1, 2, 3`),
		text(`select a.id, s.made from ${table.name} a left join seen s on s.id = a.id order by 1`),
		text("drop view seen"),
	];
}

function removeJoined(choice: Choice, one: Table, other: Table): Piece {
	return piece(
		"fixed",
	)`delete x from ${one.name} x left join ${other.name} y on x.id = y.id + ${choice.between(0, 9)} where x.id > 10 and ${expression(choice, "boolean", both(one, other), 2)}`;
}

function alter(choice: Choice, table: Table): readonly Piece[] {
	const text = (sql: string): Piece => ({ sort: "fixed", optional: false, parts: [sql] });
	const column = choice.pick(table.columns);
	const wider: Record<string, string> = {
		int: "bigint",
		tinyint: "int",
		"varchar(20)": "varchar(80)",
		"char(10)": "varchar(30)",
		"decimal(10,2)": "decimal(16,4)",
		date: "datetime",
		mediumint: "decimal(12,2)",
		year: "int",
		"bit(8)": "int",
		"tinyint unsigned": "varchar(10)",
		"decimal(5,0)": "double",
		"datetime(6)": "varchar(40)",
		"time(2)": "varchar(20)",
		time: "time(3)",
		"datetime(3)": "datetime(6)",
		"varbinary(20)": "varbinary(40)",
		"int unsigned": "decimal(20,2)",
		"smallint unsigned": "bigint",
		"int(8) zerofill": "varchar(30)",
	};
	switch (choice.between(1, 5)) {
		case 1:
			return [
				text(
					`alter table ${table.name} add column extra int not null default 7` +
						(choice.oneIn(2) ? " first" : ` after ${column.name}`),
				),
				text(`select * from ${table.name} order by id`),
				text(`alter table ${table.name} drop column extra`),
			];
		case 2:
			return [
				text(`alter table ${table.name} add index extra (${isLong(column) ? `${column.name}(5)` : column.name})`),
				text(`select * from ${table.name} where ${column.name} is not null order by id`),
				text(`alter table ${table.name} drop index extra`),
			];
		case 3:
			return [
				text(
					`alter table ${table.name} add unique index extra (${isLong(column) ? `${column.name}(5)` : column.name})`,
				),
				text(`alter table ${table.name} drop index extra`),
			];
		case 4:
			return [
				text(`alter table ${table.name} rename to renamed`),
				text("select count(*) from renamed"),
				text(`rename table renamed to ${table.name}`),
			];
		default:
			return wider[column.type] === undefined || column.name === "id"
				? [text(`select count(*) from ${table.name}`)]
				: [
						text(`alter table ${table.name} modify ${column.name} ${wider[column.type]}`),
						text(`select ${column.name} from ${table.name} order by id`),
						text(`alter ignore table ${table.name} engine = innodb`),
					].slice(0, 2);
	}
}
