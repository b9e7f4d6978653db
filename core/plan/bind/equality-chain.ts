/**
 * Chains of OR over equalities with literals, bound as IN: `a = 1 or a = 2 or b = 'x' ...`; and chains of AND over
 * inequalities, bound as NOT IN: `a <> 1 and a <> 2 ...`.
 *
 * Fast path, for chains that are longer than `longestSpine`: 200,000 equalities took 3.7 s of CPU in one piece as
 * comparisons, since each is a call with two operands that every step of planning visits (2 cores, Node 20,
 * 2026-11-28). Equalities are joined while only such ones stand between them, as nothing in them warns or changes
 * anything.
 */
import type { Binary, ColumnName, Expression, Literal } from "../../sql/tree/expression.ts";
import type { BoundExpression } from "../tree/bound-expression.ts";
import { bindOperand } from "./bind-call.ts";
import { type Binding, bind, negated } from "./binding.ts";
import { isAmongLiterals, isPlain, longestList, type LiteralRow } from "./long-list.ts";
import { connect, isAmong, longestRowList } from "./row-comparison.ts";

interface Equality {
	readonly columns: readonly ColumnName[];
	readonly literals: readonly Literal[];
}

/** Equalities of the same columns with literals of the same types. */
interface Group {
	readonly columns: readonly ColumnName[];
	readonly rows: LiteralRow[];
}

/** Undefined where the chain is short: the parser balances longer ones, so that OR stands on both sides. */
export function bindLongChain(chain: Binary, operator: "and" | "or", binding: Binding): BoundExpression | undefined {
	if (!isOf(operator, chain.left) || !isOf(operator, chain.right)) {
		return undefined;
	}
	const test = operator === "or" ? "=" : "<>";
	const bound: BoundExpression[] = [];
	let run = new Map<string, Group>();
	const endRun = (): void => {
		for (const { columns, rows } of run.values()) {
			bound.push(negated(membership(columns, rows, binding), operator === "and", binding.planning));
		}
		run = new Map();
	};
	for (const side of sidesOf(operator, chain)) {
		const equality = equalityOf(side, test);
		if (equality === undefined) {
			endRun();
			bound.push(bindOperand(side, operator, binding));
			continue;
		}
		const key = keyOf(equality);
		const row = equality.literals.length === 1 ? equality.literals[0]! : equality.literals;
		const group = run.get(key);
		if (group === undefined) {
			run.set(key, { columns: equality.columns, rows: [row] });
		} else {
			group.rows.push(row);
		}
	}
	endRun();
	return connect(operator, bound, binding.planning);
}

function isOf(operator: "and" | "or", expression: Expression): expression is Binary {
	return expression.kind === "binary" && expression.operator === operator;
}

function* sidesOf(operator: "and" | "or", chain: Expression): Generator<Expression> {
	const rest = [chain];
	for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
		if (isOf(operator, next)) {
			rest.push(next.right, next.left);
		} else {
			yield next;
		}
	}
}

/** `a = 1`, `a = 1 and b = 'x'`; `a <> 1` */
function equalityOf(expression: Expression, test: "=" | "<>"): Equality | undefined {
	if (expression.kind !== "binary") {
		return undefined;
	}
	const { operator, left, right } = expression;
	if (operator === "and" && test === "=") {
		const [first, second] = [equalityOf(left, test), equalityOf(right, test)];
		return first && second
			? { columns: [...first.columns, ...second.columns], literals: [...first.literals, ...second.literals] }
			: undefined;
	}
	return operator === test && left.kind === "column" && right.kind === "literal" && isPlain(right)
		? { columns: [left], literals: [right] }
		: undefined;
}

function keyOf({ columns, literals }: Equality): string {
	return columns
		.map(({ database = "", table = "", name }, at) => `${database}\0${table}\0${name}\0${literals[at]!.type}`)
		.join("\0");
}

function membership(columns: readonly ColumnName[], rows: readonly LiteralRow[], binding: Binding): BoundExpression {
	const values = (parts: Literal | readonly Expression[]): Expression =>
		"kind" in parts ? parts : parts.length === 1 ? parts[0]! : { kind: "row", items: parts };
	const value = bind(values(columns), binding);
	const isLong = rows.length > (columns.length === 1 ? longestList : longestRowList);
	return (
		(isLong ? isAmongLiterals(value, rows, binding) : undefined) ??
		isAmong(
			value,
			rows.map((literals) => bind(values(literals), binding)),
			binding.planning,
		)
	);
}
