/**
 * Code generation for `a in (select ...)` as a semi-join: the subquery's integers in a hash table.
 *
 * For uncorrelated subqueries. The subquery runs once, before the first row. Only TRUE matters here, so a NULL in its
 * result is ignored.
 */
import { isDirect } from "../../functions/comparison/comparison.ts";
import type { BoundSubquery } from "../../plan/tree/bound-expression.ts";
import { converter } from "../../types/assign/conversion.ts";
import { familyOf } from "../../types/value/type.ts";
import type { ExpressionCode } from "./expression-codegen.ts";
import { isWordTerm } from "./expression-codegen.ts";
import { densityOfArrays } from "./fused-run.ts";
import { IntegerTable, probeText, tableNames } from "./integer-table.ts";
import { unfit, type Known } from "./known-value.ts";
import type { Row } from "../../types/value/value.ts";

export function membershipCode(bound: BoundSubquery, expressions: ExpressionCode): string | undefined {
	if (!isMembership(bound)) {
		return undefined;
	}
	const { loop } = expressions;
	const term = expressions.plain(bound.operands[0]!, bound.meetingTypes[0]);
	const table = loop.known(membersOf(bound));
	if (term.form !== "number") {
		return `${term.code} !== null && ${table}.find(${term.code}) >= 0`;
	}
	const names = tableNames(loop, table);
	if (term.nullable) {
		loop.require(`${term.code} !== null`);
	}
	return `${probeText(loop, names, term.code, isWordTerm(term))} >= 0`;
}

/** True for an uncorrelated subquery of one integer column that runs once a statement. */
export function isMembership({ form, operands, captures, plan, meetingTypes }: BoundSubquery): boolean {
	const [type] = meetingTypes;
	return (
		form === "in" &&
		operands.length === 1 &&
		captures.length === 0 &&
		!plan.volatile &&
		type !== undefined &&
		isDirect(type) &&
		familyOf(type) !== "float"
	);
}

function membersOf({ plan, meetingTypes }: BoundSubquery): Known {
	const convert = converter(plan.columns[0]!.type, meetingTypes[0]!);
	return (_base, _quiet, execution) => {
		const begin = () => {
			const found = new IntegerTable(false);
			const allowance = execution.scratch.allowance(densityOfArrays);
			let [counted, isWithin] = [0, true];
			const take = ([first]: Row): boolean => {
				const value = first === null ? null : convert(first!, execution);
				if (typeof value === "bigint") {
					found.beyond(value);
				} else if (typeof value === "number" && found.find(value) < 0) {
					found.add(value);
				}
				if (found.bytes > counted) {
					isWithin = allowance.take(found.bytes - counted);
					counted = found.bytes;
				}
				return isWithin;
			};
			return {
				get found() {
					return isWithin ? found : undefined;
				},
				take,
			};
		};
		const members = execution.visitRows(execution, plan, [], begin, plan);
		// Beyond the memory limit the general path takes over, whose key set can spill.
		return members ?? unfit;
	};
}
