/**
 * Updatable views: whether none, some or all tables of a FROM clause can be changed through a view of it.
 *
 * Outer joins and derived tables make a view read-only.
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

/** Read-only views and derived tables of a FROM clause. */
export function fixedViews(item: FromItem): readonly ScopeTable[] {
	if (item.kind === "join") {
		return [...fixedViews(item.left), ...fixedViews(item.right)];
	}
	return item.kind === "derived" && updatabilityOf(item) === "none" ? [item.source] : [];
}
