/**
 * Tables inherit the charset of their database, and columns that of the table, the database or the server, whichever
 * wrote one first. Recorded: behaviour 0.1 and 3. Collations are not inherited.
 */
import {
	type CharsetPair,
	type Clause,
	DefaultCharset,
	type HookClass,
	type Refusal,
	type Surroundings,
	changed,
	defaultCollation,
	quirk,
	resolveClause,
} from "../../core/rules/index.ts";
import { refusePair } from "./charset-pair.ts";
import { inheritedCharset } from "./inherited-charset.ts";
import guide from "./inherit-the-database-charset.guide.ts";

const inheritTheDatabaseCharset = (Base: HookClass<DefaultCharset>) =>
	class InheritTheDatabaseCharset extends Base {
		override createTable(written: Clause, database: CharsetPair): CharsetPair | Refusal {
			const charset = written.charset ?? (database.charset || this.server().charset);
			const pair = { charset, collation: written.collation ?? defaultCollation(charset) };
			return refusePair(pair) ?? pair;
		}

		override createColumn(written: Clause, around: Surroundings): CharsetPair {
			return resolveClause(written, inheritedCharset(around));
		}
	};

export default quirk(
	"inherit-the-database-charset",
	{ from: "2.1.3" },
	"A table without a charset takes its database's, a column the table's, else the database's; a " +
		"collation is never inherited.",
	["dbcharset-*", "default-charset-*", "treat-old-*"],
	[
		changed(
			DefaultCharset,
			inheritTheDatabaseCharset,
			"Tables and columns inherit charsets, and no collations.",
			guide,
		),
	],
);
