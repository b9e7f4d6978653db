/**
 * SHOW CHARSET, SHOW COLLATION.
 */
import { charsets } from "../types/charset.ts";
import { collations } from "../types/collation.ts";
import type { Row } from "../types/value.ts";
import { type Shown, shown } from "./show-result.ts";

export function showCharset(): Shown {
	const columns = [["Charset", "32"], ["Description", "60"], ["Default collation", "32"], ["Maxlen", "bigint"]] as const;
	return shown("CHARACTER_SETS", columns, charsets.map(({ name, description, defaultCollation, maxBytes }): Row => [name, description, defaultCollation, maxBytes]));
}

export function showCollation(): Shown {
	const columns = [["Collation", "32"], ["Charset", "32"], ["Id", "bigint"], ["Default", "3"], ["Compiled", "3"], ["Sortlen", "bigint"]] as const;
	const rows = collations.map(({ name, charset, id, isDefault, sortLength }): Row => [name, charset, id, isDefault ? "Yes" : "", "Yes", sortLength]);
	return shown("COLLATIONS", columns, rows);
}
