/**
 * COLUMNS shows charsets of VARCHAR, TEXT and their binary kin only, and lengths in characters for bytes. Recorded:
 * the default-charset recordings.
 */
import {
	type HookClass,
	type ListedColumn,
	type ListedLengths,
	Listing,
	changed,
	quirk,
} from "../../core/rules/index.ts";
import guide from "./columns-listed-by-kind.guide.ts";
import { listedCharset } from "./listed-charset.ts";

const strings = /char$|binary$|text$|blob$/;

const listByKind = (Base: HookClass<Listing>) =>
	class ListByKind extends Base {
		override columnCharset(column: ListedColumn): readonly [string | null, string | null] {
			return listedCharset(column);
		}

		override columnLengths({ type, length, elementBytes }: ListedColumn, _lengths: ListedLengths): ListedLengths {
			if (type === "enum" || type === "set") {
				return [elementBytes, elementBytes];
			}
			return strings.test(type) ? [length, length] : [null, null];
		}
	};

export default quirk(
	"columns-listed-by-kind",
	{ from: "2.1.0" },
	"COLUMNS shows no charset of CHAR, ENUM, SET and the other sizes of TEXT, that of VARBINARY and BLOB as binary, and the " +
		"length in characters as that in bytes.",
	["default-charset-*", "alter-*"],
	[changed(Listing, listByKind, "COLUMNS shows charsets by the kind of type.", guide)],
);
