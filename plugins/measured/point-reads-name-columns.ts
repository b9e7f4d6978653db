/**
 * A row that is read by its whole key has its columns named as the table names them. Recorded: the settings
 * recordings (`mysql.global_variables`).
 */
import { type HookClass, Listing, changed, quirk } from "../../core/rules/index.ts";
import guide from "./point-reads-name-columns.guide.ts";

const nameByTheTable = (Base: HookClass<Listing>) =>
	class NameByTheTable extends Base {
		override namesPointReads(): boolean {
			return true;
		}
	};

export default quirk(
	"point-reads-name-columns",
	{ from: "2.1.0" },
	"A SELECT by all columns of a unique key names its columns as the table does, whatever the letter " +
		"case in the statement.",
	["settings-*"],
	[changed(Listing, nameByTheTable, "Point reads name columns by the table.", guide)],
);
