/** Stub of conversion: signatures first, bodies follow. */
import { identity, type Converter } from "./converter.ts";
import type { SqlType } from "./type.ts";

export { identity, type Converter } from "./converter.ts";

/**
 * Conversion within expressions: implicit, and CAST. Bad values give warnings. `label` is what a
 * warning about the range calls the expression.
 */
export function converter(_from: SqlType, _to: SqlType, _label = ""): Converter {
	return identity;
}

/** Conversion into a column. In strict mode bad values are errors, else they are clipped with a warning. */
export function storeConverter(_from: SqlType, _to: SqlType, _columnName: string): Converter {
	return identity;
}
