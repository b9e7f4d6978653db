/**
 * Parameterization: replaces literals by parameters, at the positions where that cannot change a statement's meaning.
 *
 * | position                                             | why there and no further                                     |
 * |------------------------------------------------------|--------------------------------------------------------------|
 * | VALUES, SET, ON DUPLICATE KEY UPDATE: the whole value| it is converted to its column's type, whatever it is         |
 * | SET: operands of a CASE there                        | the same; ORMs change many rows so, each text another        |
 * | WHERE, ON: `column = 5` and the like, BETWEEN, IN, LIKE | comparison types follow from types, index ranges are opened late |
 * | LIMIT, OFFSET                                        | `?` is allowed there as well                                 |
 *
 * So in each part of a UNION, in derived tables, and in EXISTS and IN of a WHERE.
 *
 * Elsewhere literals stay: in a select list they name and type the column, in GROUP BY or ORDER BY they may be
 * ordinals, as arguments they may decide a result type. A sign before a number is allowed.
 */
import type { Assignment } from "../tree/data.ts";
import type {
	Between,
	Binary,
	Case,
	Expression,
	InTest,
	Like,
	Literal,
	Limit,
	Query,
	TableReference,
} from "../tree/expression.ts";
import type { Statement } from "../tree/statement.ts";

/**
 * Number of a literal that may become a parameter, whether it is text beyond ASCII, and how many following literals
 * are copies of it (padding of IN); undefined: it stays.
 */
export type FindLiteral = (
	literal: Literal,
) => { readonly literal: number; readonly isWide: boolean; readonly copies: number } | undefined;

interface PositionedParameters {
	readonly statement: Statement;
	/** The literal each parameter replaced. */
	readonly lifted: readonly number[];
}

/** `withRows`: each row of VALUES represents many; signs belong to their values. */
export function positionParameters(statement: Statement, find: FindLiteral, withRows: boolean): PositionedParameters {
	const placing = new Placing(find, withRows);
	return { statement: placing.statement(statement), lifted: placing.lifted };
}

/** The number after a sign. */
function withoutSign(value: Expression): Expression {
	return value.kind === "unary" && value.operator === "-" && value.operand.kind === "literal" ? value.operand : value;
}

const comparing: ReadonlySet<string> = new Set(["=", "<=>", "<>", "<", "<=", ">", ">="]);
const connecting: ReadonlySet<string> = new Set(["and", "or", "xor"]);

class Placing {
	readonly lifted: number[] = [];
	readonly #find: FindLiteral;
	readonly #withRows: boolean;

	constructor(find: FindLiteral, withRows: boolean) {
		this.#find = find;
		this.#withRows = withRows;
	}

	statement(statement: Statement): Statement {
		switch (statement.kind) {
			case "select":
			case "union":
				return this.#query(statement);
			case "insert": {
				const rows = statement.rows?.map((row) =>
					row.map((value) => this.#stored(this.#withRows ? withoutSign(value) : value)),
				);
				return { ...statement, rows, onDuplicate: this.#assignments(statement.onDuplicate) };
			}
			case "update": {
				const assignments = this.#assignments(statement.assignments) ?? [];
				return {
					...statement,
					assignments,
					where: this.#condition(statement.where),
					limit: this.#limit(statement.limit),
				};
			}
			case "delete":
				return { ...statement, where: this.#condition(statement.where), limit: this.#limit(statement.limit) };
			default:
				return statement;
		}
	}

	#query(query: Query): Query {
		return query.kind === "union"
			? { ...query, parts: query.parts.map((part) => this.#query(part)), limit: this.#limit(query.limit) }
			: {
					...query,
					from: query.from?.map((table) => this.#table(table)),
					where: this.#condition(query.where),
					limit: this.#limit(query.limit),
				};
	}

	#table(table: TableReference): TableReference {
		switch (table.kind) {
			case "derived":
				return { ...table, query: this.#query(table.query) };
			case "join":
				return {
					...table,
					left: this.#table(table.left),
					right: this.#table(table.right),
					on: this.#condition(table.on),
				};
			default:
				return table;
		}
	}

	#assignments(assignments: readonly Assignment[] | undefined): Assignment[] | undefined {
		return assignments?.map(({ column, value }) => ({ column, value: this.#stored(value) }));
	}

	#limit(limit: Limit | undefined): Limit | undefined {
		if (limit === undefined) {
			return undefined;
		}
		const count = this.#value(limit.count, true);
		return limit.offset === undefined
			? { ...limit, count }
			: { ...limit, count, offset: this.#value(limit.offset, true) };
	}

	#stored(value: Expression): Expression {
		return value.kind === "case" ? this.#case(value) : this.#value(value, true);
	}

	#case(choice: Case): Case {
		const { operand, otherwise } = choice;
		const branches = choice.branches.map(({ when, then }) => ({
			when: this.#tested(operand, when),
			then: this.#value(then, false),
		}));
		return otherwise === undefined
			? { ...choice, branches }
			: { ...choice, branches, otherwise: this.#value(otherwise, false) };
	}

	#tested(operand: Expression | undefined, when: Expression): Expression {
		if (operand === undefined) {
			return this.#condition(when);
		}
		return operand.kind === "column" ? this.#value(when, false) : when;
	}

	/** `takesWide`: text beyond ASCII is allowed; not where the collation depends on what can be converted. */
	#value(value: Expression, takesWide: boolean): Expression {
		if (
			value.kind === "unary" &&
			value.operator === "-" &&
			value.operand.kind === "literal" &&
			value.operand.type !== "string"
		) {
			const operand = this.#value(value.operand, takesWide);
			return operand === value.operand ? value : { ...value, operand };
		}
		const found = value.kind === "literal" ? this.#find(value) : undefined;
		if (found === undefined || (found.isWide && !takesWide)) {
			return value;
		}
		const index = this.lifted.push(found.literal) - 1;
		return takesWide ? { kind: "parameter", index } : { kind: "parameter", index, ascii: true };
	}

	#condition(condition: Expression): Expression;
	#condition(condition: Expression | undefined): Expression | undefined;
	#condition(condition: Expression | undefined): Expression | undefined {
		switch (condition?.kind) {
			case "binary":
				return this.#binary(condition);
			case "unary":
				return condition.operator === "not" || condition.operator === "!"
					? { ...condition, operand: this.#condition(condition.operand) }
					: condition;
			case "between":
				return this.#between(condition);
			case "in":
				return this.#among(condition);
			case "like":
				return this.#like(condition);
			case "exists":
				return { ...condition, query: this.#query(condition.query) };
			default:
				return condition;
		}
	}

	#binary(condition: Binary): Binary {
		const { operator, left, right } = condition;
		if (connecting.has(operator)) {
			return { ...condition, left: this.#condition(left), right: this.#condition(right) };
		}
		if (!comparing.has(operator)) {
			return condition;
		}
		if (left.kind === "column") {
			return { ...condition, right: this.#value(right, false) };
		}
		return right.kind === "column" ? { ...condition, left: this.#value(left, false) } : condition;
	}

	#between(condition: Between): Between {
		if (condition.operand.kind !== "column") {
			return condition;
		}
		const low = this.#value(condition.low, false);
		return { ...condition, low, high: this.#value(condition.high, false) };
	}

	/** All candidates or none: they are looked up in one set. */
	#among(condition: InTest): InTest {
		const { operand, candidates } = condition;
		if ("kind" in candidates) {
			return { ...condition, candidates: this.#query(candidates) };
		}
		if (operand.kind !== "column" || !candidates.every((each) => this.#isPlain(each))) {
			return condition;
		}
		return {
			...condition,
			candidates: candidates.flatMap((each) => [this.#value(each, false), ...this.#copies(each)]),
		};
	}

	#copies(candidate: Expression): readonly Expression[] {
		const { literal, copies } = (candidate.kind === "literal" ? this.#find(candidate) : undefined) ?? {
			literal: 0,
			copies: 0,
		};
		return Array.from({ length: copies }, (_, at) => ({
			kind: "parameter",
			index: this.lifted.push(literal + 1 + at) - 1,
			ascii: true,
		}));
	}

	#isPlain(candidate: Expression): boolean {
		const bare = candidate.kind === "unary" && candidate.operator === "-" ? candidate.operand : candidate;
		return bare.kind === "literal" && this.#find(bare)?.isWide === false;
	}

	#like(condition: Like): Like {
		return condition.operand.kind === "column" && condition.escape === undefined
			? { ...condition, pattern: this.#value(condition.pattern, false) }
			: condition;
	}
}
