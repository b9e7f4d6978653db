/** Stub: signatures first, bodies follow. */
import type { Compiled } from "../functions/function.ts";
import { invariant } from "../invariant.ts";
import type { SqlType } from "../types/type.ts";
import type { BoundExpression } from "./bound.ts";

export function compile(_bound: BoundExpression): Compiled {
	invariant(false, "Not there yet.");
}

/** With the conversion to a type behind it, as expressions convert. */
export function compileTo(_bound: BoundExpression, _type: SqlType): Compiled {
	invariant(false, "Not there yet.");
}
