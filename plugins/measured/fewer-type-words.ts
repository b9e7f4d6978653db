/**
 * ASCII, UNICODE and BYTE are syntax errors in a column's type, and so is COLLATE without a character type. Recorded:
 * behaviour 3, the default-charset recordings.
 */
import { Grammar, type HookClass, type Refusal, type TypeWords, changed, quirk } from "../../core/rules/index.ts";
import { syntaxError } from "./syntax-error.ts";
import guide from "./fewer-type-words.guide.ts";

const readFewerTypeWords = (Base: HookClass<Grammar>) =>
	class ReadFewerTypeWords extends Base {
		override columnType({ isCharacterType, attribute, collate }: TypeWords): Refusal | undefined {
			if (attribute !== undefined) {
				return syntaxError(attribute);
			}
			return collate && !isCharacterType ? syntaxError("collate") : undefined;
		}
	};

export default quirk(
	"fewer-type-words",
	{},
	"The attributes ASCII, UNICODE and BYTE are syntax errors, as is COLLATE of other types than text.",
	["default-charset-*"],
	[changed(Grammar, readFewerTypeWords, "Fewer words are understood in a column's type.", guide)],
);
