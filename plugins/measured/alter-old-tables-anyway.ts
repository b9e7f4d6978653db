/**
 * A table of an older release is altered even where its charset is what the statement asks for. Recorded: behaviour
 * 4. That writes the charset it is only read as.
 */
import {
	AlterValidation,
	type CharsetPair,
	type HookClass,
	type TableFacts,
	changed,
	quirk,
} from "../../core/rules/index.ts";
import guide from "./alter-old-tables-anyway.guide.ts";

const firstVersion = 2;

const alterOldTablesAnyway = (Base: HookClass<AlterValidation>) =>
	class AlterOldTablesAnyway extends Base {
		override isUnchanged(table: TableFacts, from: CharsetPair, to: CharsetPair): boolean {
			return table.objectVersion >= firstVersion && super.isUnchanged(table, from, to);
		}
	};

export default quirk(
	"alter-old-tables-anyway",
	{ from: "2.1.7" },
	"CONVERT TO the charset that an old table is read as is carried out, and so made permanent.",
	["treat-old-*"],
	[
		changed(
			AlterValidation,
			alterOldTablesAnyway,
			"Only a table of this release is left alone where nothing changes.",
			guide,
		),
	],
);
