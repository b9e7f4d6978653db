/**
 * `db_check_mb4_value_in_utf8` looks like a session variable, and SET changes the server's flag. Recorded: behaviour
 * 0.9 and 6.
 */
import { type HookClass, InsertCheck, type Switch, changed, quirk } from "../../core/rules/index.ts";
import guide from "./one-flag-for-all.guide.ts";

const switchTheProcess = (Base: HookClass<InsertCheck>) =>
	class SwitchTheProcess extends Base {
		override switches(): readonly Switch[] {
			return super
				.switches()
				.map((declared) => (declared.scope === "session" ? { ...declared, scope: "process" } : declared));
		}
	};

export default quirk(
	"one-flag-for-all",
	{ from: "2.1.5" },
	"SET db_check_mb4_value_in_utf8 reaches every connection at once: it sets the flag that POST /settings sets.",
	["settings-2.1.5", "settings-2.1.6", "settings-2.1.7"],
	[changed(InsertCheck, switchTheProcess, "SET of the check changes the server's value.", guide)],
);
