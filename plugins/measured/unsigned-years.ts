/**
 * YEAR is printed as unsigned. Recorded: default-charset-2.0.3.
 */
import { type HookClass, type ListedColumn, Listing, changed, quirk } from "../../core/rules/index.ts";
import guide from "./unsigned-years.guide.ts";

const sayUnsignedYear = (Base: HookClass<Listing>) =>
	class SayUnsignedYear extends Base {
		override shownType({ type }: ListedColumn, text: string): string {
			return type === "year" ? "year UNSIGNED" : text;
		}
	};

export default quirk(
	"unsigned-years",
	{ to: "2.0.x" },
	"SHOW COLUMNS and SHOW CREATE TABLE print `year UNSIGNED`.",
	["default-charset-2.0.3"],
	[changed(Listing, sayUnsignedYear, "YEAR is printed as unsigned.", guide)],
);
