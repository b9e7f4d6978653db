/**
 * SHOW CHARSET lists five charsets, in an order and with a description of its own. Recorded: the default-charset
 * recordings. 2.0 answers CHARACTER_SETS from another list.
 */
import { type HookClass, type ListedCharset, Listing, changed, quirk } from "../../core/rules/index.ts";
import { knownCharsets } from "./charset-pair.ts";
import guide from "./five-charsets-listed.guide.ts";

const listFiveCharsets = (Base: HookClass<Listing>) =>
	class ListFiveCharsets extends Base {
		override charsets(known: readonly ListedCharset[], _where: "show" | "schema"): readonly ListedCharset[] {
			return fiveCharsets(known);
		}
	};

export function fiveCharsets(known: readonly ListedCharset[]): readonly ListedCharset[] {
	return knownCharsets
		.flatMap((name) => known.filter((each) => each.name === name))
		.map((each) => ({ ...each, description: descriptions[each.name] ?? each.description }));
}

const descriptions: Readonly<Record<string, string>> = { latin1: "Latin1", binary: "binary" };

export default quirk(
	"five-charsets-listed",
	{ from: "2.1.0" },
	"SHOW CHARSET and CHARACTER_SETS list utf8, utf8mb4, ascii, latin1 and binary.",
	["default-charset-*"],
	[changed(Listing, listFiveCharsets, "Five charsets are listed.", guide)],
);
