/** Stub: signatures first, bodies follow. */
import { invariant } from "../invariant.ts";
import type { Expression } from "../sql/tree/expression.ts";
import type { BoundExpression } from "./bound.ts";
import type { Planning } from "./planning.ts";
import type { Scope } from "./scope.ts";

/** `clause` is the word of error 1054: `field list`, `where clause` ... */
export function bindExpression(_expression: Expression, _scope: Scope, _planning: Planning, _clause: string): BoundExpression {
	invariant(false, "Not there yet.");
}
