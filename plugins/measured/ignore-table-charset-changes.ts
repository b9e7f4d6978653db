/**
 * ALTER TABLE accepts and ignores a table's charset, even one that does not exist. Recorded: behaviour 0.6. 2.0
 * ignores CHARSET= only: CONVERT TO is a syntax error there.
 */
import { AlterValidation, type HookClass, type TableChangeKind, changed, quirk } from "../../core/rules/index.ts";
import guide from "./ignore-table-charset-changes.guide.ts";

const ignoreTableCharsetChanges = (Base: HookClass<AlterValidation>) =>
	class IgnoreTableCharsetChanges extends Base {
		override heedsTable(_kind: TableChangeKind): boolean {
			return false;
		}
	};

export default quirk(
	"ignore-table-charset-changes",
	{ to: "2.1.2" },
	"CONVERT TO, CHARSET= and COLLATE= are accepted and ignored.",
	["alter-*-2.1.0", "alter-*-2.1.1", "alter-*-2.1.2"],
	[
		changed(
			AlterValidation,
			ignoreTableCharsetChanges,
			"ALTER TABLE never changes a table's charset, and never says so.",
			guide,
		),
	],
);
