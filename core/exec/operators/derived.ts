/**
 * Derived tables and computed tables (information_schema): extends the base row by each of their rows.
 */
import { compile, compileCondition } from "../../plan/compile/compile.ts";
import { printText } from "../../types/print/print.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import { convertText } from "../../types/text/charset.ts";
import { isCharacterType } from "../../types/value/type.ts";
import { decodeText, type Row } from "../../types/value/value.ts";
import { after } from "../../async/maybe-promise.ts";
import type { Execution, Operator, Operators } from "../execution.ts";
import { blankRow, ChangedSource, LateSource } from "../row-source.ts";
import { type CooperativeTask, runGivingWay } from "../../async/cooperative-task.ts";
import { isTurnOver, work } from "../../async/work-meter.ts";
import { eachRow } from "../../async/suspension.ts";
import type { ComputedNode, DerivedNode } from "../../plan/tree/query-plan.ts";

/** Work of copying one value, and of making one. */
const unitsOfCell = 4;
const unitsOfMaking = 100;

/** Rows that are made while they are read: others are served in between. */
function collected(made: Iterable<Row>, execution: Execution): MaybePromise<readonly Row[]> {
	if (Array.isArray(made)) {
		return made as readonly Row[];
	}
	const rows: Row[] = [];
	return after(runGivingWay(execution, collecting(made, rows)), () => rows);
}

function* collecting(made: Iterable<Row>, rows: Row[]): CooperativeTask {
	for (const row of made) {
		rows.push(row);
		work.units += row.length * unitsOfMaking;
		if (isTurnOver()) {
			yield;
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
		open: (base) => new ChangedSource(operator.open(blankRow(node.plan.width)), (batch) => place(base, batch)),
	};
}

export function computedOperator(node: ComputedNode, { execution }: Operators): Operator {
	const place = placing(node, execution);
	const wanted = node.wanted.map(({ name, value }) => ({ name, compiled: compile(value), type: value.type }));
	const all = (base: Row): MaybePromise<Row[]> => {
		const hints = new Map<string, string>();
		for (const { name, compiled, type } of wanted) {
			const text = printText(compiled(base, execution), type);
			if (text !== null) {
				hints.set(name, decodeText(isCharacterType(type) ? convertText(text, type.charset, "utf8mb4") : text));
			}
		}
		return after(node.computed.rows(hints), (made) => after(collected(made, execution), (rows) => place(base, rows)));
	};
	return { open: (base) => new LateSource(() => all(base)) };
}
