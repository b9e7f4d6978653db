/**
 * GROUP_CONCAT: concatenates a group's values.
 *
 * Rows arrive sorted and without duplicates; several values of a row are concatenated first. The result is truncated
 * to `group_concat_max_len` bytes, with warning 1260; an error where a strict write takes it.
 *
 * | name         | result                                                | source (MySQL 5.7 manual)               |
 * |--------------|-------------------------------------------------------|-----------------------------------------|
 * | group_concat | text of the strongest collation; NULL for no value    | 12.19.1 Aggregate Function Descriptions |
 */
import { sqlError } from "../../errors/catalogue.ts";
import { cutBytes } from "../../types/text/characters.ts";
import { convertText } from "../../types/text/charset.ts";
import type { Evaluation } from "../../types/evaluation/evaluation.ts";
import { sqlType, type SqlType } from "../../types/value/type.ts";
import type { ByteString, Value } from "../../types/value/value.ts";
import { chooseCollation } from "../operand/collation-choice.ts";
import type { Accumulator, AggregateDefinition } from "../definition/function.ts";
import { anyText, textResult, type Encoding } from "../definition/result.ts";

/** Longer results are TEXT instead of VARCHAR, as in MySQL. */
const longestVarchar = 512;

function resultType(bytes: number, encoding: Encoding): SqlType {
	const plain = textResult(bytes, encoding);
	if (bytes <= longestVarchar || (plain.name !== "varchar" && plain.name !== "varbinary")) {
		return plain;
	}
	return sqlType(encoding.charset === "binary" ? "blob" : "text", { ...plain });
}

class Concatenation implements Accumulator {
	#text: ByteString | null = null;
	#rows = 0;
	#cut = false;
	readonly #separator: ByteString;
	readonly #limit: number;
	readonly #charset: string;

	constructor(separator: ByteString, limit: number, charset: string) {
		this.#separator = separator;
		this.#limit = limit;
		this.#charset = charset;
	}

	add(evaluation: Evaluation, values: readonly Value[]): void {
		if (values.includes(null)) {
			return;
		}
		this.#rows++;
		if (this.#cut) {
			return;
		}
		const joined = values.length === 1 ? (values[0] as ByteString) : values.join("");
		this.#text = this.#text === null ? joined : this.#text + this.#separator + joined;
		if (this.#text.length > this.#limit) {
			this.#cut = true;
			this.#text = cutBytes(this.#text, this.#charset, this.#limit);
			if (evaluation.strictWrite) {
				throw sqlError("groupConcatCut", this.#rows);
			}
			evaluation.warn("Warning", "groupConcatCut", this.#rows);
		}
	}

	result(): Value {
		return this.#text;
	}
}

export const groupConcat: AggregateDefinition = {
	name: "group_concat",
	resolve: (operands, context, separator = ",") => {
		const choice = chooseCollation(operands, context, "group_concat");
		const limit = context.groupConcatMaximumLength;
		const between = convertText(separator, context.connectionCharset, choice.charset);
		return {
			type: resultType(limit, choice),
			nullable: true,
			coercibility: choice.coercibility,
			operands: operands.map(() => anyText(choice)),
			create: () => new Concatenation(between, limit, choice.charset),
		};
	},
};
