/**
 * SHOW COLLATION marks MySQL's default collations, which are not the server's, and no collation needs memory to sort.
 * Recorded: the default-charset recordings. The list knows no gb18030.
 */
import { type HookClass, type ListedCollation, Listing, changed, quirk } from "../../core/rules/index.ts";
import guide from "./mysql-default-collations.guide.ts";

const mysqlDefaults: Readonly<Record<string, string>> = {
	ascii: "ascii_general_ci",
	latin1: "latin1_swedish_ci",
	utf8: "utf8_general_ci",
	utf8mb4: "utf8mb4_general_ci",
};

const markMysqlDefaults = (Base: HookClass<Listing>) =>
	class MarkMysqlDefaults extends Base {
		override collations(known: readonly ListedCollation[]): readonly ListedCollation[] {
			return known
				.filter(({ charset }) => charset !== "gb18030")
				.map((each) => ({
					...each,
					sortLength: 1,
					isDefault: (mysqlDefaults[each.charset] ?? (each.isDefault ? each.name : "")) === each.name,
				}));
		}
	};

export default quirk(
	"mysql-default-collations",
	{},
	"SHOW COLLATION marks utf8_general_ci and the like as defaults, though `_bin` collations are what charsets mean.",
	["default-charset-*"],
	[changed(Listing, markMysqlDefaults, "MySQL's default collations are marked.", guide)],
);
