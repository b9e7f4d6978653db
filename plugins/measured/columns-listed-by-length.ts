/**
 * COLUMNS shows charsets of VARCHAR, TEXT and their binary kin only, and a length for every type. Recorded:
 * default-charset-2.0.3.
 */
import {
	type HookClass,
	type ListedColumn,
	type ListedLengths,
	Listing,
	changed,
	quirk,
} from "../../core/rules/index.ts";
import guide from "./columns-listed-by-length.guide.ts";
import { listedCharset } from "./listed-charset.ts";

/** An unset length read as an unsigned number; JSON and LONGTEXT are as long as four bytes can say. */
const unset = 18446744073709551615n;
const json = 4294967295;

const listLengths = (Base: HookClass<Listing>) =>
	class ListLengths extends Base {
		override columnCharset(column: ListedColumn): readonly [string | null, string | null] {
			return listedCharset(column);
		}

		override columnLengths({ type, length }: ListedColumn, _lengths: ListedLengths): ListedLengths {
			const shown = type === "json" ? json : length < 0 ? unset : length;
			return [shown, shown];
		}
	};

export default quirk(
	"columns-listed-by-length",
	{ to: "2.0.x" },
	"COLUMNS shows the internal length of every type as its greatest length, and no charset of CHAR, ENUM, SET and the other " +
		"sizes of TEXT.",
	["default-charset-2.0.3"],
	[changed(Listing, listLengths, "COLUMNS shows the internal length of every type.", guide)],
);
