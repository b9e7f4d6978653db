/**
 * Generator of random SELECT statements over given tables, in syntax that both servers accept.
 *
 * Joins of every kind, derived tables, subqueries, groups with aggregates, unions. Without an ORDER BY over all
 * columns, rows are compared as a multiset.
 */
import type { Choice } from "./choice.ts";
import { expression, type Scope } from "./expression.ts";
import { joined, nothing, type Piece, piece, type Sort } from "./piece.ts";
import type { Column, Table } from "./schema.ts";

const sorts: readonly Sort[] = [
	"integer",
	"integer",
	"decimal",
	"text",
	"text",
	"date",
	"datetime",
	"boolean",
	"double",
	"time",
];

export function query(choice: Choice, tables: readonly Table[]): Piece {
	switch (choice.between(1, 6)) {
		case 1:
			return grouped(choice, tables);
		case 2:
			return union(choice, tables);
		default:
			return plain(choice, tables);
	}
}

/** `select EXPRESSION` without a table. */
export function lone(choice: Choice): Piece {
	return piece("fixed")`select ${expression(choice, choice.pick(sorts), { columns: [] }, 3)}`;
}

interface Source {
	readonly text: Piece;
	readonly scope: Scope;
}

function aliased(table: Table, alias: string): Column[] {
	return table.columns.map((column) => ({ ...column, name: `${alias}.${column.name}` }));
}

function source(choice: Choice, tables: readonly Table[]): Source {
	const first = choice.pick(tables);
	let text = piece("fixed")`${first.name} a`;
	let columns = aliased(first, "a");
	for (let at = 0; at < choice.between(0, 2); at++) {
		const alias = "bc"[at]!;
		const table = choice.pick(tables);
		const own = aliased(table, alias);
		const both = { columns: [...columns, ...own] };
		const kind = choice.pick(["join", "left join", "right join", "inner join", "left join"]);
		if (choice.oneIn(9)) {
			const shared = choice.pick(["using (id)", "natural"]);
			text = piece(
				"fixed",
			)`${text} ${shared === "natural" ? "natural join" : choice.pick(["join", "left join", "right join"])} (select id from ${table.name} where id > ${choice.between(0, 9)}) ${alias}${shared === "natural" ? "" : " using (id)"}`;
			columns = [...columns, { ...own[0]! }];
			continue;
		}
		const equal = choice.oneIn(3)
			? expression(choice, "boolean", both, 2)
			: piece(
					"boolean",
				)`${choice.pick(columns.filter(({ sort }) => sort === "integer")).name} = ${choice.pick(own.filter(({ sort }) => sort === "integer")).name}`;
		text = piece("fixed")`${text} ${kind} ${table.name} ${alias} on ${equal}`;
		columns = both.columns;
	}
	return { text, scope: { columns } };
}

function where(choice: Choice, scope: Scope, tables: readonly Table[]): Piece {
	if (choice.oneIn(3)) {
		return nothing;
	}
	const condition = choice.oneIn(4)
		? subqueryCondition(choice, scope, tables)
		: expression(choice, "boolean", scope, 3);
	return piece("clause", true)` where ${condition}`;
}

function subqueryCondition(choice: Choice, scope: Scope, tables: readonly Table[]): Piece {
	const inner = choice.pick(tables);
	const own = aliased(inner, "s");
	const both = { columns: [...scope.columns, ...own] };
	const wanted = choice.pick(own.filter(({ sort }) => sort === "integer")).name;
	const outer = expression(choice, "integer", scope, 1);
	const condition = expression(choice, "boolean", choice.oneIn(2) ? both : { columns: own }, 2);
	const other = choice.pick(own);
	const mine = expression(choice, other.sort, scope, 1);
	const template = choice.between(1, 11);
	return template === 1
		? piece("boolean")`exists (select 1 from ${inner.name} s where ${condition})`
		: template === 2
			? piece("boolean")`${outer} in (select ${wanted} from ${inner.name} s where ${condition})`
			: template === 3
				? piece("boolean")`${outer} not in (select ${wanted} from ${inner.name} s where ${condition})`
				: template === 4
					? piece("boolean")`${outer} >= all (select ${wanted} from ${inner.name} s where ${condition})`
					: template === 5
						? piece("boolean")`${outer} = any (select ${wanted} from ${inner.name} s where ${condition})`
						: template === 6
							? piece("boolean")`${outer} <> all (select ${wanted} from ${inner.name} s where ${condition})`
							: template === 7
								? piece(
										"boolean",
									)`(${outer}, ${mine}) in (select ${wanted}, ${other.name} from ${inner.name} s where ${condition})`
								: template === 8
									? piece("boolean")`not exists (select 1 from ${inner.name} s where ${condition})`
									: template === 9
										? piece("boolean")`${mine} in (select ${other.name} from ${inner.name} s where ${condition})`
										: template === 10
											? piece(
													"boolean",
												)`${mine} <= some (select ${other.name} from ${inner.name} s where ${condition} union select ${other.name} from ${inner.name} s where s.id < 4)`
											: piece("boolean")`${outer} < (select max(${wanted}) from ${inner.name} s where ${condition})`;
}

function items(choice: Choice, scope: Scope, count: number): Piece[] {
	return Array.from(
		{ length: count },
		(_, at) => piece("fixed")`${expression(choice, choice.pick(sorts), scope, 2)} as e${at}`,
	);
}

function orderBy(choice: Choice, count: number): Piece {
	if (choice.oneIn(2)) {
		return nothing;
	}
	const order = Array.from({ length: count }, (_, at) => `${at + 1}${choice.oneIn(3) ? " desc" : ""}`).join(", ");
	return piece("clause", true)` order by ${order}${limitOf(choice)}`;
}

function limitOf(choice: Choice): string {
	if (!choice.oneIn(2)) {
		return "";
	}
	const limit = ` limit ${choice.between(0, 7)}`;
	return choice.oneIn(3) ? `${limit} offset ${choice.between(0, 5)}` : limit;
}

function plain(choice: Choice, tables: readonly Table[]): Piece {
	const from = choice.oneIn(6) ? derived(choice, tables) : source(choice, tables);
	const count = choice.between(1, 4);
	const distinct = choice.oneIn(5) ? "distinct " : "";
	const chosen = choice.oneIn(6)
		? [...items(choice, from.scope, count - 1), scalar(choice, from.scope, tables, count - 1)]
		: items(choice, from.scope, count);
	return piece(
		"query",
	)`select ${distinct}${joined(chosen, ", ")} from ${from.text}${where(choice, from.scope, tables)}${orderBy(choice, count)}`;
}

/** A scalar subquery. */
function scalar(choice: Choice, scope: Scope, tables: readonly Table[], at: number): Piece {
	const inner = choice.pick(tables);
	const own = aliased(inner, "s");
	const wanted = choice.pick(own).name;
	const condition = choice.oneIn(2)
		? piece("boolean")`s.id = ${choice.pick(scope.columns).name}`
		: expression(choice, "boolean", { columns: [...scope.columns, ...own] }, 2);
	const result = choice.pick([
		`max(${wanted})`,
		`min(${wanted})`,
		"count(*)",
		`count(distinct ${wanted})`,
		"sum(s.id)",
	]);
	return piece("fixed")`(select ${result} from ${inner.name} s where ${condition}) as e${at}`;
}

function derived(choice: Choice, tables: readonly Table[]): Source {
	const inner = source(choice, tables);
	const columns = choice.some(inner.scope.columns, 1).slice(0, 5);
	const chosen = columns.map((column, at) => ({ column, name: `d${at}` }));
	const list = chosen.map(({ column, name }) => `${column.name} as ${name}`).join(", ");
	const text = piece("fixed")`(select ${list} from ${inner.text}${where(choice, inner.scope, tables)}) d`;
	const own = chosen.map(({ column, name }) => ({ ...column, name: `d.${name}` }));
	return { text, scope: { columns: own } };
}

const aggregates: readonly string[] = [
	"count(*)",
	"count($)",
	"count(distinct $)",
	"sum($)",
	"avg($)",
	"min($)",
	"max($)",
	"bit_and($)",
	"bit_or($)",
	"bit_xor($)",
	"group_concat($ order by $ separator '|')",
	"sum(distinct $)",
	"count(distinct $, $)",
	"round(std($), 4)",
	"round(variance($), 3)",
	"group_concat(distinct $ order by 1 desc)",
];

function grouped(choice: Choice, tables: readonly Table[]): Piece {
	const from = source(choice, tables);
	const keys = choice.oneIn(5) ? [] : choice.some(from.scope.columns, 1).slice(0, 2);
	const results = Array.from({ length: choice.between(1, 3) }, (_, at) => {
		const template = choice.pick(aggregates);
		// verso rounds a fraction of a second to a whole number here, MariaDB truncates it.
		const operand = expression(
			choice,
			template.startsWith("bit_")
				? "integer"
				: choice.pick(["integer", "integer", "decimal", "text", "date", "datetime", "time", "double"] as const),
			from.scope,
			1,
		);
		const [before, ...behind] = template.split("$");
		return behind.length === 0
			? piece("fixed")`${before!} as a${at}`
			: {
					sort: "fixed" as const,
					optional: false,
					parts: [before!, ...behind.flatMap((text) => [operand, text]), ` as a${at}`],
				};
	});
	const having = choice.oneIn(3)
		? piece(
				"clause",
				true,
			)` having ${choice.pick(["count(*) > 1", "a0 is not null", "max(a.id) < 20", "count(*) <> 2", "a0 > 1", "min(a.id) between 2 and 9 or a0 is " + "null", "sum(a.id) > avg(a.id) + 1"])}`
		: nothing;
	const names = keys.map((key) => piece("fixed")`${key.name}`);
	const by =
		keys.length === 0
			? nothing
			: piece("clause")` group by ${joined(names, ", ")}${choice.oneIn(8) ? " with rollup" : ""}`;
	return piece(
		"query",
	)`select ${joined([...names, ...results], ", ")} from ${from.text}${where(choice, from.scope, tables)}${by}${having}`;
}

function union(choice: Choice, tables: readonly Table[]): Piece {
	const wanted = Array.from({ length: choice.between(1, 3) }, () => choice.pick(sorts));
	const parts = Array.from({ length: choice.between(2, 3) }, () => {
		const from = source(choice, tables);
		const part = piece("query")`select ${joined(
			wanted.map((sort) => expression(choice, sort, from.scope, 1)),
			", ",
		)} from ${from.text}${where(choice, from.scope, tables)}`;
		return choice.oneIn(5)
			? piece("fixed")`(${part} order by ${wanted.map((_sort, at) => at + 1).join(", ")} limit ${choice.between(1, 5)})`
			: part;
	});
	return piece("query")`${joined(parts, choice.pick([" union ", " union all "]))}${orderBy(choice, wanted.length)}`;
}
