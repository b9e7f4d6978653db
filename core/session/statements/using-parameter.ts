/**
 * Parameters of EXECUTE ... USING: user variables, converted to the charset of the prepared statement.
 */
import type { ResolutionContext } from "../../functions/definition/function.ts";
import { nullLiteral, textLiteral } from "../../types/convert/literal.ts";
import type { LocalVariables, SessionFacts, TypedValue } from "../../types/evaluation/evaluation.ts";
import { convertText, isSameText } from "../../types/text/charset.ts";
import { isCharacterType } from "../../types/value/type.ts";

/** Takes OUT and INOUT parameters of a procedure. */
export class UsedVariables implements LocalVariables {
	readonly #names: readonly string[];
	readonly #facts: Pick<SessionFacts, "setUserVariable">;

	constructor(names: readonly string[], facts: Pick<SessionFacts, "setUserVariable">) {
		this.#names = names;
		this.#facts = facts;
	}

	assign(index: number, value: TypedValue): void {
		this.assignParameter(index, value);
	}

	assignParameter(index: number, value: TypedValue): void {
		this.#facts.setUserVariable(this.#names[index]!, value);
	}
}

export function usingParameters(
	names: readonly string[],
	facts: Pick<SessionFacts, "userVariable">,
	{ connectionCharset, connectionCollation }: ResolutionContext,
): readonly TypedValue[] {
	return names.map((name) => {
		const given = facts.userVariable(name) ?? nullLiteral;
		const { type, value } = given;
		return typeof value !== "string" || !isCharacterType(type) || isSameText(type.charset, connectionCharset)
			? given
			: textLiteral(convertText(value, type.charset, connectionCharset), connectionCharset, connectionCollation);
	});
}
