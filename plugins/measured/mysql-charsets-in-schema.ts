/**
 * SHOW CHARSET lists five charsets; CHARACTER_SETS lists the same five as MySQL has them. Recorded:
 * default-charset-2.0.3.
 */
import {
	type HookClass,
	type ListedCharset,
	type ListedCollation,
	Listing,
	changed,
	quirk,
} from "../../core/rules/index.ts";
import { fiveCharsets } from "./five-charsets-listed.ts";
import guide from "./mysql-charsets-in-schema.guide.ts";

const mysqlDefaults: Readonly<Record<string, string>> = {
	ascii: "ascii_general_ci",
	binary: "binary",
	latin1: "latin1_swedish_ci",
	utf8: "utf8_general_ci",
	utf8mb4: "utf8mb4_general_ci",
};
const applicable = new Set([...Object.values(mysqlDefaults), "utf8_bin"]);

const listMysqlCharsets = (Base: HookClass<Listing>) =>
	class ListMysqlCharsets extends Base {
		override charsets(known: readonly ListedCharset[], where: "show" | "schema"): readonly ListedCharset[] {
			if (where === "show") {
				return fiveCharsets(known);
			}
			const sorted = Object.keys(mysqlDefaults).flatMap((name) => known.filter((each) => each.name === name));
			return sorted.map((each) => ({ ...each, defaultCollation: mysqlDefaults[each.name] ?? each.defaultCollation }));
		}

		override appliesTo({ name }: ListedCollation): boolean {
			return applicable.has(name);
		}
	};

export default quirk(
	"mysql-charsets-in-schema",
	{ to: "2.0.x" },
	"CHARACTER_SETS shows MySQL's default collations, which are not the server's, and few collations are " +
		"listed as applicable.",
	["default-charset-2.0.3"],
	[changed(Listing, listMysqlCharsets, "CHARACTER_SETS shows MySQL's default collations.", guide)],
);
