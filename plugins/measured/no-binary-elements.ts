/**
 * BINARY is a syntax error in ENUM and SET. Recorded: the default-charset recordings.
 */
import { Grammar, type HookClass, type Refusal, type TypeWords, changed, quirk } from "../../core/rules/index.ts";
import { syntaxError } from "./syntax-error.ts";
import guide from "./no-binary-elements.guide.ts";

const readNoBinaryElements = (Base: HookClass<Grammar>) =>
	class ReadNoBinaryElements extends Base {
		override binaryAttribute({ type }: TypeWords): Refusal | undefined {
			return type === "enum" || type === "set" ? syntaxError("binary") : undefined;
		}
	};

export default quirk(
	"no-binary-elements",
	{ from: "2.1.0" },
	"The attribute BINARY is a syntax error in ENUM and SET.",
	["default-charset-*"],
	[changed(Grammar, readNoBinaryElements, "ENUM and SET have no BINARY.", guide)],
);
