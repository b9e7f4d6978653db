/**
 * The metadata record of a copy without indexes has an empty list of them, all others have null. Recorded: the
 * default-charset and treat-old recordings.
 */
import { type HookClass, MetadataRecord, changed, quirk } from "../../core/rules/index.ts";
import guide from "./empty-list-in-copies.guide.ts";

const listNoIndexes = (Base: HookClass<MetadataRecord>) =>
	class ListNoIndexes extends Base {
		override noIndexes(copied: boolean): "list" | "null" {
			return copied ? "list" : super.noIndexes(copied);
		}
	};

export default quirk(
	"empty-list-in-copies",
	{ from: "2.1.6" },
	"A table made by CREATE TABLE ... LIKE has an empty `index_info` where others have null.",
	["default-charset-2.1.6", "default-charset-2.1.7", "treat-old-*"],
	[changed(MetadataRecord, listNoIndexes, "A copy has an empty list of indexes.", guide)],
);
