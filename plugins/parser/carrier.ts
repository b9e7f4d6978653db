/**
 * What a statement's parts share while they are carried over.
 *
 * In: nothing. Out: the interface by which a part has another one carried over, whatever file that is in.
 */
import type { Expression, Query } from "../../core/sql/tree/expression.ts";
import type { PackageNode } from "./package-node.ts";

export interface Carrier {
	query(node: PackageNode): Query;
	expression(value: unknown): Expression;
	/** Numbers the `?` in the order in which they are met, which is the order of the text. */
	parameter(): Expression;
	/** Does the statement have `@name := ...`? */
	isAssigned(name: string): boolean;
	/** The source text between two places, if the package told them. */
	text(node: PackageNode): string | undefined;
}
