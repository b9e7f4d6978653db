/**
 * Functions about charsets that no recorded release has.
 */
import { type Refusal, refuse } from "../../core/rules/index.ts";
import { syntaxError } from "./syntax-error.ts";

/** `name` and `charset` in lower case; undefined: the function exists. */
export function missingTextFunction(name: string, charset: string | undefined): Refusal | undefined {
	if (name !== "convert") {
		return refuse(1305, "42000", `FUNCTION ${name.toUpperCase()} does not exist`);
	}
	return charset === "binary" ? syntaxError(")") : undefined;
}
