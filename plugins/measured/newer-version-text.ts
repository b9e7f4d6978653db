/**
 * 2.1.6 calls itself 5.7.25, as 2.1.7 does. Recorded: behaviour 1.
 */
import { type HookClass, Identity, changed, quirk } from "../../core/rules/index.ts";
import guide from "./newer-version-text.guide.ts";

const callItselfNewer = (Base: HookClass<Identity>) =>
	class CallItselfNewer extends Base {
		override version(release: string): string {
			return super.version(release).replace("5.7.10", "5.7.25");
		}
	};

export default quirk(
	"newer-version-text",
	{ from: "2.1.6", to: "2.1.6" },
	"2.1.6 calls itself 5.7.25.",
	["chain-all", "alter-2.1.6-2.1.6"],
	[changed(Identity, callItselfNewer, "The version text begins with 5.7.25.", guide)],
);
