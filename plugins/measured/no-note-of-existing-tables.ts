/**
 * CREATE TABLE IF NOT EXISTS leaves no note where the table exists. Recorded: default-charset-2.0.3.
 */
import { Diagnostics, type HookClass, changed, quirk } from "../../core/rules/index.ts";
import guide from "./no-note-of-existing-tables.guide.ts";

const leaveNoNote = (Base: HookClass<Diagnostics>) =>
	class LeaveNoNote extends Base {
		override notesExistingTable(): boolean {
			return false;
		}
	};

export default quirk(
	"no-note-of-existing-tables",
	{ to: "2.0.x" },
	"CREATE TABLE IF NOT EXISTS leaves no note.",
	["default-charset-2.0.3"],
	[changed(Diagnostics, leaveNoNote, "An existing table is passed over without a note.", guide)],
);
