/**
 * The error that a table exists names its database, too. Recorded: the default-charset recordings.
 */
import { Diagnostics, type HookClass, changed, quirk } from "../../core/rules/index.ts";
import guide from "./database-in-existing-name.guide.ts";

const nameTheDatabase = (Base: HookClass<Diagnostics>) =>
	class NameTheDatabase extends Base {
		override existingTable(database: string, table: string): string {
			return `${database}.${table}`;
		}
	};

export default quirk(
	"database-in-existing-name",
	{},
	"Error 1050 names a table with its database.",
	["default-charset-*"],
	[changed(Diagnostics, nameTheDatabase, "Error 1050 names the database, too.", guide)],
);
