/**
 * Self-referencing changes: refuses statements whose subqueries read the table they change (error 1093).
 *
 * Through views the errors are 1288, 1443 and 1471. Materialized derived tables are exempt, since they are read
 * before the first change. Tables joined to the target may be the target table.
 *
 *     update t set a = (select max(a) from t)                          refused
 *     update t set a = (select 1 from (select a from t) x limit 1)     x is materialized, as in all subqueries of a change
 *     update v set a = 1        v: select a from t where a in (select a from t)      refused: no rows of such a view can be changed
 */
import { sqlError } from "../../errors/catalogue.ts";
import { encodeText } from "../../types/value/value.ts";
import type { BoundExpression } from "../tree/bound-expression.ts";
import { someBound } from "../tree/bound-tree.ts";
import type { TableReading } from "../tree/subquery-plan.ts";
import type { FromItem } from "../tree/query-plan.ts";

/** Tables that a FROM clause reads, except through materialized derived tables. */
export function readingsIn(item: FromItem | undefined): readonly TableReading[] {
	switch (item?.kind) {
		case "table":
			return [{ table: item.table, alias: item.source.alias }];
		case "join":
			return [...readingsIn(item.left), ...readingsIn(item.right)];
		case "derived": {
			const {
				source: { database, name, alias },
				plan,
			} = item;
			const readings = plan.mergeable === undefined ? [] : plan.readings;
			return database === "" || readings[0]?.table.name === name
				? readings
				: readings.map((reading) => ({ ...reading, view: alias }));
		}
		default:
			return [];
	}
}

/** The same for the subqueries of an expression. */
export function subqueryReadings(bound: BoundExpression | undefined): readonly TableReading[] {
	const readings: TableReading[] = [];
	if (bound !== undefined) {
		someBound(bound, (node) => {
			if (node.kind === "subquery") {
				readings.push(...node.plan.readings);
			}
			return false;
		});
	}
	return readings;
}

/** `called`: in INSERT a subquery may read the table under another name. */
export function refuseSelfReference(
	changed: TableReading,
	readings: readonly TableReading[],
	operation: "INSERT" | "UPDATE" | "DELETE",
	called?: string,
): void {
	const reading = readings.find(
		({ table, alias }) =>
			table === changed.table && (called === undefined || alias.toLowerCase() === called.toLowerCase()),
	);
	if (reading === undefined) {
		return;
	}
	const name = changed.view ?? changed.alias;
	if (reading.isInView === true && changed.view !== undefined) {
		throw sqlError(operation === "INSERT" ? "nonInsertableTable" : "nonUpdatableTable", encodeText(name), operation);
	}
	if (reading.view !== changed.view) {
		throw sqlError("viewPreventsChange", encodeText(reading.view ?? name), operation, encodeText(name));
	}
	throw sqlError("updateTableUsed", encodeText(name));
}
