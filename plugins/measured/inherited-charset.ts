/**
 * The charset that a column inherits in measured releases from 2.1.3 on: the nearest one that was written.
 *
 * It always comes with that charset's default collation: a table's own COLLATE never reaches its columns.
 */
import { type CharsetPair, type Surroundings, defaultCollation } from "../../core/rules/index.ts";

export function inheritedCharset({ table, database, server }: Surroundings): CharsetPair {
	const charset = table.charset || database.charset || server.charset;
	return { charset, collation: defaultCollation(charset) };
}
