/**
 * BINARY is a syntax error in ENUM and SET, and behind CHARACTER SET. Recorded: default-charset-2.0.3.
 */
import { Grammar, type HookClass, type Refusal, type TypeWords, changed, quirk } from "../../core/rules/index.ts";
import { syntaxError } from "./syntax-error.ts";
import guide from "./no-binary-behind-charsets.guide.ts";

const readNoBinaryBesideCharsets = (Base: HookClass<Grammar>) =>
	class ReadNoBinaryBesideCharsets extends Base {
		override binaryAttribute({ type, charset }: TypeWords): Refusal | undefined {
			return charset || type === "enum" || type === "set" ? syntaxError("binary") : undefined;
		}
	};

export default quirk(
	"no-binary-behind-charsets",
	{ to: "2.0.x" },
	"The attribute BINARY is a syntax error in ENUM and SET, and beside CHARACTER SET.",
	["default-charset-2.0.3"],
	[changed(Grammar, readNoBinaryBesideCharsets, "No BINARY beside CHARACTER SET.", guide)],
);
