/**
 * GLOBAL_VARIABLES of information_schema is empty. Recorded: the settings recordings.
 */
import { type HookClass, Listing, changed, quirk } from "../../core/rules/index.ts";
import guide from "./no-global-variables-listed.guide.ts";

const listNoGlobalVariables = (Base: HookClass<Listing>) =>
	class ListNoGlobalVariables extends Base {
		override listsGlobalVariables(): boolean {
			return false;
		}
	};

export default quirk(
	"no-global-variables-listed",
	{},
	"information_schema.GLOBAL_VARIABLES has no rows.",
	["settings-*"],
	[changed(Listing, listNoGlobalVariables, "GLOBAL_VARIABLES is empty.", guide)],
);
