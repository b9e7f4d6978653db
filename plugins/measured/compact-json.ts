/**
 * JSON is printed without blanks. Recorded: insert-2.0.3-2.0.3.
 */
import { type HookClass, Listing, changed, quirk } from "../../core/rules/index.ts";
import guide from "./compact-json.guide.ts";

const compactJson = (Base: HookClass<Listing>) =>
	class CompactJson extends Base {
		override compactsJson(): boolean {
			return true;
		}
	};

export default quirk(
	"compact-json",
	{ to: "2.0.x" },
	"JSON is printed without blanks.",
	["insert-2.0.3-2.0.3"],
	[changed(Listing, compactJson, "JSON is printed without blanks.", guide)],
);
