/** Stub of the union of types: signatures first, bodies follow. */
import type { SqlType } from "./type.ts";

/** The result type of CASE, IF, COALESCE, UNION over these types. */
export function unionType(types: readonly SqlType[]): SqlType {
	return types[0]!;
}
