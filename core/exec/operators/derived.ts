/**
 * Derived tables and computed tables (information_schema): extends the base row by each of their rows.
 */
import type { ComputedRows } from "../../catalog/computed-table.ts";
import { compile, compileCondition } from "../../plan/compile/compile.ts";
import { printText } from "../../types/print/print.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import { convertText } from "../../types/text/charset.ts";
import { isCharacterType } from "../../types/value/type.ts";
import { decodeText, type Row } from "../../types/value/value.ts";
import { after } from "../../async/maybe-promise.ts";
import type { Execution, Operator, Operators } from "../execution.ts";
import { blankRow, ChangedSource, LateSource, PieceSource } from "../row-source.ts";
import { isTurnOver, work } from "../../async/work-meter.ts";
import { eachRow } from "../../async/suspension.ts";
import type { ComputedNode, DerivedNode } from "../../plan/tree/query-plan.ts";

/** Work of copying one value, and of making one. */
const unitsOfCell = 4;
const unitsOfMaking = 100;

/** All rows; others are served while they are made. */
function collected(made: ComputedRows, execution: Execution): MaybePromise<readonly Row[]> {
	if (Array.isArray(made)) {
		return made as readonly Row[];
	}
	const rows: Row[] = [];
	return after(collect(made[Symbol.iterator](), rows, execution), () => rows);
}

function collect(made: Iterator<Row | Promise<readonly Row[]>>, rows: Row[], execution: Execution): MaybePromise<void> {
	const goOn = (): MaybePromise<void> => collect(made, rows, execution);
	for (let step = made.next(); step.done !== true; step = made.next()) {
		const { value } = step;
		if (value instanceof Promise) {
			return value.then((late) => {
				late.forEach((row) => rows.push(row));
				return goOn();
			});
		}
		rows.push(value);
		work.units += value.length * unitsOfMaking;
		if (isTurnOver()) {
			const turn = execution.giveWay();
			if (turn instanceof Promise) {
				return turn.then(goOn);
			}
		}
	}
}

/** Copies values into the slots of a row and checks the condition. */
function placing(
	{ source, condition }: DerivedNode | ComputedNode,
	execution: Execution,
): (base: Row, found: readonly Row[]) => MaybePromise<Row[]> {
	const { firstSlot } = source;
	const holds = condition && compileCondition(condition);
	return (base, found) => {
		const rows: Row[] = [];
		return after(
			eachRow(
				found,
				(values) => {
					const row = base.slice();
					for (let at = 0; at < values.length; at++) {
						row[firstSlot + at] = values[at]!;
					}
					work.units += row.length * unitsOfCell;
					if (holds === undefined || holds(row, execution)) {
						rows.push(row);
					}
				},
				execution,
			),
			() => rows,
		);
	};
}

export function derivedOperator(node: DerivedNode, operators: Operators): Operator {
	const operator = operators.of(node.plan.node);
	const place = placing(node, operators.execution);
	return {
		open: (base) =>
			new ChangedSource(new PieceSource(operator.open(blankRow(node.plan.width)), base.length), (batch) =>
				place(base, batch),
			),
	};
}

export function computedOperator(node: ComputedNode, { execution }: Operators): Operator {
	const place = placing(node, execution);
	const read = new Set(node.columns);
	const wanted = node.wanted.map(({ name, value }) => ({ name, compiled: compile(value), type: value.type }));
	const all = (base: Row): MaybePromise<readonly Row[]> => {
		const hints = new Map<string, string>();
		for (const { name, compiled, type } of wanted) {
			const text = printText(compiled(base, execution), type);
			if (text !== null) {
				hints.set(name, decodeText(isCharacterType(type) ? convertText(text, type.charset, "utf8mb4") : text));
			}
		}
		return after(node.computed.rows(hints, read), (made) => collected(made, execution));
	};
	return {
		open: (base) =>
			new ChangedSource(new PieceSource(new LateSource(() => all(base)), base.length), (rows) => place(base, rows)),
	};
}
