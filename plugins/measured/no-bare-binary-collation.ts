/**
 * COLLATE BINARY is a syntax error unless the word is quoted: it is reserved, and CHARACTER SET alone takes it. From
 * the source.
 */
import { Grammar, type HookClass, type Refusal, changed, quirk } from "../../core/rules/index.ts";
import { syntaxError } from "./syntax-error.ts";
import guide from "./no-bare-binary-collation.guide.ts";

const refuseBareBinary = (Base: HookClass<Grammar>) =>
	class RefuseBareBinary extends Base {
		override binaryCollation(): Refusal {
			return syntaxError("binary");
		}
	};

export default quirk(
	"no-bare-binary-collation",
	{},
	"COLLATE BINARY is a syntax error where the word is not quoted.",
	[],
	[changed(Grammar, refuseBareBinary, "COLLATE takes no reserved word.", guide)],
);
