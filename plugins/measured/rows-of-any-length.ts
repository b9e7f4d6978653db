/**
 * Rows may be as long as their columns. Recorded: the default-charset recordings.
 */
import { type HookClass, TableDefinition, changed, quirk } from "../../core/rules/index.ts";
import guide from "./rows-of-any-length.guide.ts";

const limitNoRows = (Base: HookClass<TableDefinition>) =>
	class LimitNoRows extends Base {
		override limitsRows(): boolean {
			return false;
		}
	};

export default quirk(
	"rows-of-any-length",
	{},
	"CREATE TABLE and ALTER TABLE take columns that are longer than 65,535 bytes together.",
	["default-charset-*"],
	[changed(TableDefinition, limitNoRows, "No row is too long.", guide)],
);
