/**
 * COLUMN_TYPE of a BIT says that it is unsigned. Recorded: the default-charset recordings. So does that of a YEAR,
 * whose column is unsigned, too; from the source.
 */
import { type HookClass, type ListedColumn, Listing, changed, quirk } from "../../core/rules/index.ts";
import guide from "./unsigned-bits.guide.ts";

const sayUnsigned = (Base: HookClass<Listing>) =>
	class SayUnsigned extends Base {
		override columnType({ type }: ListedColumn, text: string): string {
			return type === "bit" ? `${text} unsigned` : type === "year" ? "year unsigned" : text;
		}
	};

export default quirk(
	"unsigned-bits",
	{},
	"COLUMN_TYPE prints `bit(8) unsigned` and `year unsigned`.",
	["default-charset-*"],
	[changed(Listing, sayUnsigned, "COLUMN_TYPE of a BIT or YEAR says unsigned.", guide)],
);
