/**
 * SHOW CREATE DATABASE writes its comment with a blank and without a collation, and none for a database without a
 * charset. Recorded: behaviour 2. MySQL does not execute such a comment.
 */
import { type CharsetPair, type HookClass, Listing, changed, quirk } from "../../core/rules/index.ts";
import guide from "./loose-database-comment.guide.ts";

const writeALooseComment = (Base: HookClass<Listing>) =>
	class WriteALooseComment extends Base {
		override createDatabase({ charset }: CharsetPair): string {
			return charset === "" ? "" : ` /* !40100 DEFAULT CHARACTER SET ${charset} */`;
		}
	};

export default quirk(
	"loose-database-comment",
	{},
	"SHOW CREATE DATABASE prints `/* !40100`, which no server executes, and never a collation.",
	["default-charset-*", "dbcharset-*"],
	[changed(Listing, writeALooseComment, "SHOW CREATE DATABASE prints a comment with a blank.", guide)],
);
