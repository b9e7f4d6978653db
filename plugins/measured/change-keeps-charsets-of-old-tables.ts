/**
 * In tables of 2.1.4 and before a CHANGE without a charset keeps the column's, whatever the new type. Recorded:
 * behaviour 0.4 and 4. Newer tables imply what a new column inherits.
 */
import {
	AlterValidation,
	type CharsetPair,
	type ColumnFacts,
	type ColumnShape,
	type HookClass,
	type Surroundings,
	type TableFacts,
	changed,
	quirk,
} from "../../core/rules/index.ts";
import { inheritedCharset } from "./inherited-charset.ts";
import guide from "./change-keeps-charsets-of-old-tables.guide.ts";

const firstNewVersion = 1;
/** These never carry a charset. */
const binaryTypes = /binary$|blob$|^json$/;

const keepCharsetsOfOldTables = (Base: HookClass<AlterValidation>) =>
	class KeepCharsetsOfOldTables extends Base {
		override impliedCharset(column: ColumnFacts, around: Surroundings, table: TableFacts): CharsetPair {
			return table.objectVersion < firstNewVersion ? inLowerCase(column.inForce) : inheritedCharset(around);
		}

		override charsetOfOtherType(
			column: ColumnFacts,
			type: ColumnShape["type"],
			table: TableFacts,
		): CharsetPair | undefined {
			return table.objectVersion < firstNewVersion && !binaryTypes.test(type) ? inLowerCase(column.inForce) : undefined;
		}
	};

/** The name is read again, and in lower case: a column of another spelling is refused its own charset. */
function inLowerCase({ charset, collation }: CharsetPair): CharsetPair {
	return { charset: charset.toLowerCase(), collation: collation.toLowerCase() };
}

export default quirk(
	"change-keeps-charsets-of-old-tables",
	{ from: "2.1.5" },
	"A CHANGE without a charset clause keeps the column's charset in tables of 2.1.4 and before; in " +
		"newer ones it means the inherited charset.",
	["alter-*-2.1.5", "alter-*-2.1.6", "alter-*-2.1.7", "treat-old-*"],
	[
		changed(
			AlterValidation,
			keepCharsetsOfOldTables,
			"A CHANGE without a charset keeps the column's in old tables.",
			guide,
		),
	],
);
