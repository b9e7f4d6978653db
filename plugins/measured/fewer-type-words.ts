/**
 * ASCII, UNICODE and BYTE are syntax errors in a column's type, and so are COLLATE without a character type and BINARY in ENUM and SET.
 * Recorded: behaviour 3, the default-charset recordings.
 */
import { Grammar, type HookClass, type Refusal, type TypeWords, changed, quirk } from "../../core/rules/index.ts";
import { syntaxError } from "./syntax-error.ts";

const readFewerTypeWords = (Base: HookClass<Grammar>) =>
	class ReadFewerTypeWords extends Base {
		override columnType({ type, isCharacterType, attribute, binary, collate }: TypeWords): Refusal | undefined {
			if (attribute !== undefined) {
				return syntaxError(attribute);
			}
			if (binary && (type === "enum" || type === "set")) {
				return syntaxError("binary");
			}
			return collate && !isCharacterType ? syntaxError("collate") : undefined;
		}
	};

export default quirk(
	"fewer-type-words",
	{},
	"The attributes ASCII, UNICODE and BYTE are syntax errors, as are COLLATE of other types than text and BINARY of ENUM and SET.",
	["default-charset-*"],
	[changed(Grammar, readFewerTypeWords, "Fewer words are understood in a column's type.")],
);
