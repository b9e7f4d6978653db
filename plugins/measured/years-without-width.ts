/**
 * YEAR is printed without its width. Recorded: the default-charset recordings.
 */
import { type HookClass, type ListedColumn, Listing, changed, quirk } from "../../core/rules/index.ts";
import guide from "./years-without-width.guide.ts";

const leaveOutTheWidth = (Base: HookClass<Listing>) =>
	class LeaveOutTheWidth extends Base {
		override shownType({ type }: ListedColumn, text: string): string {
			return type === "year" ? "year" : text;
		}
	};

export default quirk(
	"years-without-width",
	{ from: "2.1.0" },
	"SHOW COLUMNS and SHOW CREATE TABLE print `year`, not `year(4)`.",
	["default-charset-*"],
	[changed(Listing, leaveOutTheWidth, "YEAR is printed without its width.", guide)],
);
