/**
 * Views through which rows may be changed.
 *
 * In: a FROM clause as it is bound, before views are put in place. Out: whether none, some or all of its tables can
 * be changed through a view of it. A view of an outer join can't be, and what a derived table reads is not there to
 * be changed. It refuses to know columns.
 */
import type { ScopeTable } from "../tree/scope-table.ts";
import type { Updatability, FromItem } from "../tree/query-plan.ts";

export function updatabilityOf(item: FromItem): Updatability {
	switch (item.kind) {
		case "table":
			return item.table.id === 0 ? "none" : "all";
		case "join":
			return item.outer ? "none" : together(item.left, item.right);
		case "derived":
			return item.source.database === "" ? "none" : (item.plan.mergeable?.updatability ?? "none");
		default:
			return "none";
	}
}

function together(left: FromItem, right: FromItem): Updatability {
	const [one, other] = [updatabilityOf(left), updatabilityOf(right)];
	return hasOuter(left) || hasOuter(right) ? "none" : one === other ? one : "some";
}

function hasOuter(item: FromItem): boolean {
	return item.kind === "join" && (item.outer || hasOuter(item.left) || hasOuter(item.right));
}

/** Views and derived tables of a FROM clause through which nothing can be changed. */
export function fixedViews(item: FromItem): readonly ScopeTable[] {
	if (item.kind === "join") {
		return [...fixedViews(item.left), ...fixedViews(item.right)];
	}
	return item.kind === "derived" && updatabilityOf(item) === "none" ? [item.source] : [];
}
