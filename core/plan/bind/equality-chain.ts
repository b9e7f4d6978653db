/**
 * Chains of OR over equalities with literals, bound as IN: `a = 1 or a = 2 or b = 'x' ...`.
 *
 * Fast path, for chains that are longer than `longestSpine`: 200,000 equalities took 3.7 s of CPU in one piece as
 * comparisons, since each is a call with two operands that every step of planning visits (2 cores, Node 20,
 * 2026-11-28). Equalities are joined while only such ones stand between them, as nothing in them warns or changes
 * anything.
 */
import type { Binary, ColumnName, Expression, Literal } from "../../sql/tree/expression.ts";
import { isAscii } from "../../types/text/utf8.ts";
import type { BoundExpression } from "../tree/bound-expression.ts";
import { bindOperand } from "./bind-call.ts";
import { type Binding, bind } from "./binding.ts";
import { connect, isAmong } from "./row-comparison.ts";

interface Equality {
	readonly columns: readonly ColumnName[];
	readonly literals: readonly Literal[];
}

/** Equalities of the same columns with literals of the same types. */
interface Group {
	readonly columns: readonly ColumnName[];
	readonly rows: (readonly Literal[])[];
}

/** Undefined where the chain is short: the parser balances longer ones, so that OR stands on both sides. */
export function bindLongChain({ left, right }: Binary, binding: Binding): BoundExpression | undefined {
	if (!isOr(left) || !isOr(right)) {
		return undefined;
	}
	const bound: BoundExpression[] = [];
	let run = new Map<string, Group>();
	const endRun = (): void => {
		for (const { columns, rows } of run.values()) {
			bound.push(membership(columns, rows, binding));
		}
		run = new Map();
	};
	for (const side of sidesOf(left, right)) {
		const equality = equalityOf(side);
		if (equality === undefined) {
			endRun();
			bound.push(bindOperand(side, "or", binding));
			continue;
		}
		const key = keyOf(equality);
		const group = run.get(key);
		if (group === undefined) {
			run.set(key, { columns: equality.columns, rows: [equality.literals] });
		} else {
			group.rows.push(equality.literals);
		}
	}
	endRun();
	return connect("or", bound, binding.planning);
}

function isOr(expression: Expression): expression is Binary {
	return expression.kind === "binary" && expression.operator === "or";
}

function* sidesOf(...expressions: readonly Expression[]): Generator<Expression> {
	const rest = expressions.toReversed();
	for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
		if (isOr(next)) {
			rest.push(next.right, next.left);
		} else {
			yield next;
		}
	}
}

/** `a = 1`, `a = 1 and b = 'x'` */
function equalityOf(expression: Expression): Equality | undefined {
	if (expression.kind !== "binary") {
		return undefined;
	}
	const { operator, left, right } = expression;
	if (operator === "and") {
		const [first, second] = [equalityOf(left), equalityOf(right)];
		return first && second
			? { columns: [...first.columns, ...second.columns], literals: [...first.literals, ...second.literals] }
			: undefined;
	}
	return operator === "=" && left.kind === "column" && right.kind === "literal" && isPlain(right)
		? { columns: [left], literals: [right] }
		: undefined;
}

/** Of one type with all others of its kind, whatever they are compared with. */
function isPlain(literal: Literal): boolean {
	return (
		literal.type === "integer" ||
		(literal.type === "string" && literal.charset === undefined && literal.national !== true && isAscii(literal.bytes))
	);
}

function keyOf({ columns, literals }: Equality): string {
	return columns
		.map(({ database = "", table = "", name }, at) => `${database}\0${table}\0${name}\0${literals[at]!.type}`)
		.join("\0");
}

function membership(
	columns: readonly ColumnName[],
	rows: readonly (readonly Literal[])[],
	binding: Binding,
): BoundExpression {
	const values = (parts: readonly Expression[]): Expression =>
		parts.length === 1 ? parts[0]! : { kind: "row", items: parts };
	const candidates = rows.map((literals) => bind(values(literals), binding));
	return isAmong(bind(values(columns), binding), candidates, binding.planning);
}
