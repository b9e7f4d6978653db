/**
 * CREATE TABLE ... LIKE records what the model is read as. Recorded: behaviour 3 and 6. The copy keeps the model's
 * object versions.
 */
import { type CharsetPair, DefaultCharset, type HookClass, changed, quirk } from "../../core/rules/index.ts";
import guide from "./copies-of-what-is-read.guide.ts";

const copyWhatIsRead = (Base: HookClass<DefaultCharset>) =>
	class CopyWhatIsRead extends Base {
		override copyPair(_resolved: CharsetPair, stated: CharsetPair): CharsetPair {
			return stated;
		}
	};

export default quirk(
	"copies-of-what-is-read",
	{ from: "2.1.7" },
	"CREATE TABLE ... LIKE makes the conversion of an old model permanent in the copy.",
	["treat-old-*", "dbcharset-*"],
	[changed(DefaultCharset, copyWhatIsRead, "A copy records what its model is read as.", guide)],
);
