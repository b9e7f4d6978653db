/**
 * A CHANGE or MODIFY without a charset means what a new column would inherit. Recorded: behaviour 0.4 and 4.
 */
import {
	AlterValidation,
	type CharsetPair,
	type ColumnFacts,
	type HookClass,
	type Surroundings,
	type TableFacts,
	changed,
	quirk,
} from "../../core/rules/index.ts";
import { inheritedCharset } from "./inherited-charset.ts";
import guide from "./change-implies-the-inherited-charset.guide.ts";

const implyTheInheritedCharset = (Base: HookClass<AlterValidation>) =>
	class ImplyTheInheritedCharset extends Base {
		override impliedCharset(_column: ColumnFacts, around: Surroundings, _table: TableFacts): CharsetPair {
			return inheritedCharset(around);
		}
	};

export default quirk(
	"change-implies-the-inherited-charset",
	{ from: "2.1.3", to: "2.1.4" },
	"A CHANGE without a charset clause means the table's charset, else the database's, each with its default collation.",
	["alter-*-2.1.3", "alter-*-2.1.4", "dbcharset-*"],
	[
		changed(
			AlterValidation,
			implyTheInheritedCharset,
			"A CHANGE without a charset means what a new column inherits.",
			guide,
		),
	],
);
