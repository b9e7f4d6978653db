/**
 * schema-load: as what the charsets of stored tables and columns are read.
 *
 * In: facts as stored, the settings and the defaults. Out: the pair in force from now on. Nothing is written: with
 * another rule or setting the stored form is back.
 */
import { defaultCollation } from "./clause.ts";
import type { BirthFacts, CharsetPair } from "./facts.ts";
import { Hook } from "./hook.ts";
import type { Settings } from "./switch.ts";

export class SchemaLoad extends Hook {
	static readonly hook: string = "schema-load";

	table(table: BirthFacts, server: CharsetPair, _settings: Settings): CharsetPair {
		const charset = table.resolved.charset || server.charset;
		return { charset, collation: table.resolved.collation || defaultCollation(charset) };
	}

	/** Asked for columns of character types. */
	column(column: BirthFacts, _table: BirthFacts, _settings: Settings): CharsetPair {
		const { charset, collation } = column.resolved;
		return { charset, collation: collation || defaultCollation(charset) };
	}
}
