/**
 * Conversion interface: lets each file convert parts of a statement that another file handles.
 */
import type { Expression, Query } from "../../core/sql/tree/expression.ts";
import type { PackageNode } from "./package-node.ts";

export interface Carrier {
	query(node: PackageNode): Query;
	expression(value: unknown): Expression;
	/** Numbers the `?` in the order of conversion, which is text order. */
	parameter(): Expression;
	/** Whether the statement contains `@name := ...`. */
	isAssigned(name: string): boolean;
	/** Source text of a node, if the package gives its location. */
	text(node: PackageNode): string | undefined;
}
