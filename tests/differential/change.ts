/**
 * Random changes: INSERT, UPDATE, DELETE and REPLACE in all their forms, and ALTER TABLE.
 *
 * In: choices and tables. Out: pieces. The tables' columns stay what they are: an ALTER adds what the next one takes away.
 */
import type { Choice } from "./choice.ts";
import { expression } from "./expression.ts";
import { literal } from "./literal.ts";
import { joined, nothing, type Piece, piece } from "./piece.ts";
import type { Table } from "./schema.ts";

export function change(choice: Choice, tables: readonly Table[]): readonly Piece[] {
	const table = choice.pick(tables);
	switch (choice.between(1, 9)) {
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
		default:
			return alter(choice, table);
	}
}

function values(choice: Choice, { columns }: Table): Piece {
	const cells = columns.map((column) => {
		if (column.name === "id") {
			return piece("integer")`${choice.between(1, 40)}`;
		}
		return choice.oneIn(8) ? piece("fixed")`default` : choice.oneIn(6) ? piece("fixed")`null` : choice.oneIn(3) ? expression(choice, column.sort, { columns: [] }, 2) : literal(choice, column.sort);
	});
	return piece("fixed")`(${joined(cells, ", ")})`;
}

function insert(choice: Choice, table: Table): Piece {
	const rows = joined(Array.from({ length: choice.between(1, 3) }, () => values(choice, table)), ", ");
	switch (choice.between(1, 4)) {
		case 1:
			return piece("fixed")`replace into ${table.name} values ${rows}`;
		case 2:
			return piece("fixed")`insert ignore into ${table.name} values ${rows}`;
		case 3: {
			const column = choice.pick(table.columns.slice(1));
			return piece("fixed")`insert into ${table.name} values ${rows} on duplicate key update ${column.name} = ${choice.oneIn(2) ? piece("fixed")`values(${column.name})` : expression(choice, column.sort, table, 2)}`;
		}
		default:
			return piece("fixed")`insert into ${table.name} values ${rows}`;
	}
}

function condition(choice: Choice, table: Table): Piece {
	return choice.oneIn(4) ? nothing : piece("clause", true)` where ${expression(choice, "boolean", table, 2)}`;
}

function update(choice: Choice, table: Table): Piece {
	const assignments = choice.some(table.columns.slice(1), 1).slice(0, 3).map((column) => piece("fixed")`${column.name} = ${expression(choice, column.sort, table, 2)}`);
	return piece("fixed")`update ${choice.oneIn(4) ? "ignore " : ""}${table.name} set ${joined(assignments, ", ")}${condition(choice, table)}${choice.oneIn(4) ? ` order by id limit ${choice.between(0, 5)}` : ""}`;
}

function remove(choice: Choice, table: Table): Piece {
	return piece("fixed")`delete from ${table.name} where id > ${choice.between(5, 30)} and ${expression(choice, "boolean", table, 2)}${choice.oneIn(3) ? ` order by id desc limit ${choice.between(0, 4)}` : ""}`;
}

function insertSelect(choice: Choice, into: Table, from: Table): Piece {
	const cells = into.columns.slice(1).map((column) => expression(choice, column.sort, from, 1));
	const verb = choice.pick(["insert ignore into", "replace into", "insert ignore into"]);
	return piece("fixed")`${verb} ${into.name} select id + ${choice.between(0, 20)}, ${joined(cells, ", ")} from ${from.name}${condition(choice, from)} order by id`;
}

function both(one: Table, other: Table): { columns: Table["columns"] } {
	return { columns: [...one.columns.map((column) => ({ ...column, name: `x.${column.name}` })), ...other.columns.map((column) => ({ ...column, name: `y.${column.name}` }))] };
}

function updateJoined(choice: Choice, one: Table, other: Table): Piece {
	const column = choice.pick(one.columns.slice(1));
	const scope = { columns: both(one, other).columns.filter(({ name }) => name !== `x.${column.name}`) };
	return piece("fixed")`update ${one.name} x join ${other.name} y on x.id = y.id set x.${column.name} = ${expression(choice, column.sort, scope, 1)}${choice.oneIn(2) ? piece("clause", true)` where ${expression(choice, "boolean", scope, 2)}` : nothing}`;
}

function removeJoined(choice: Choice, one: Table, other: Table): Piece {
	return piece("fixed")`delete x from ${one.name} x left join ${other.name} y on x.id = y.id + ${choice.between(0, 9)} where x.id > 10 and ${expression(choice, "boolean", both(one, other), 2)}`;
}

function alter(choice: Choice, table: Table): readonly Piece[] {
	const text = (sql: string): Piece => ({ sort: "fixed", optional: false, parts: [sql] });
	const column = choice.pick(table.columns);
	const wider: Record<string, string> = { int: "bigint", tinyint: "int", "varchar(20)": "varchar(80)", "char(10)": "varchar(30)", "decimal(10,2)": "decimal(16,4)", date: "datetime", mediumint: "decimal(12,2)" };
	switch (choice.between(1, 5)) {
		case 1:
			return [text(`alter table ${table.name} add column extra int not null default 7${choice.oneIn(2) ? " first" : ` after ${column.name}`}`), text(`select * from ${table.name} order by id`), text(`alter table ${table.name} drop column extra`)];
		case 2:
			return [text(`alter table ${table.name} add index extra (${column.type === "text" ? `${column.name}(5)` : column.name})`), text(`select * from ${table.name} where ${column.name} is not null order by id`), text(`alter table ${table.name} drop index extra`)];
		case 3:
			return [text(`alter table ${table.name} add unique index extra (${column.type === "text" ? `${column.name}(5)` : column.name})`), text(`alter table ${table.name} drop index extra`)];
		case 4:
			return [text(`alter table ${table.name} rename to renamed`), text("select count(*) from renamed"), text(`rename table renamed to ${table.name}`)];
		default:
			return wider[column.type] === undefined || column.name === "id" ? [text(`select count(*) from ${table.name}`)]
				: [text(`alter table ${table.name} modify ${column.name} ${wider[column.type]}`), text(`select ${column.name} from ${table.name} order by id`), text(`alter ignore table ${table.name} engine = innodb`)].slice(0, 2);
	}
}
