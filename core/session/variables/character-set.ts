/**
 * Variables of charsets and collations. Setting a charset sets its default collation, and a collation its charset.
 */
import { sqlError } from "../../errors/catalogue.ts";
import type { CharsetPair } from "../../rules/facts.ts";
import { charsetNamed } from "../../types/text/charset.ts";
import {
	type Collation,
	collationNamed,
	collationWithId,
	collationOfCharset,
} from "../../types/collation/collation.ts";
import type { TypedValue } from "../../types/evaluation/evaluation.ts";
import { encodeText, type Value } from "../../types/value/value.ts";
import {
	fixed,
	isInteger,
	printPlainly,
	quoted,
	textOf,
	textType,
	type Variable,
	type VariableScope,
	wrongType,
	wrongValue,
} from "./variable.ts";

export function characterSetVariables(server: CharsetPair): readonly Variable[] {
	const { charset, collation } = server;
	return [
		charsetVariable("character_set_client", charset),
		charsetVariable("character_set_connection", charset, "collation_connection"),
		charsetVariable("character_set_results", charset),
		charsetVariable("character_set_server", charset, "collation_server"),
		charsetVariable("character_set_database", charset, "collation_database"),
		charsetVariable("character_set_filesystem", "binary"),
		collationVariable("collation_connection", collation, "character_set_connection"),
		collationVariable("collation_server", collation, "character_set_server"),
		collationVariable("collation_database", collation, "character_set_database"),
		...fixed({ character_set_system: "utf8", character_sets_dir: "/usr/share/mysql/charsets/" }),
	];
}

/** Charsets that SQL text cannot be encoded in. */
const unreadable = new Set(["ucs2", "utf16", "utf16le", "utf32"]);

/** Throws 1231 for a collation of text that no client can send statements in. */
export function readableCollation(collation: Collation): Collation {
	if (unreadable.has(collation.charset)) {
		throw sqlError("wrongValueForVariable", "character_set_client", collation.charset);
	}
	return collation;
}

const both: VariableScope = "both";

function charsetVariable(name: string, initial: string, collationName?: string): Variable {
	return Object.freeze({
		name,
		scope: both,
		readOnly: false,
		type: textType,
		initial,
		settle(given: TypedValue): Value {
			if (given.value === null && name === "character_set_results") {
				return null;
			}
			const charset = givenCollation(
				name,
				given,
				(word) => charsetNamed(word) && collationOfCharset(word),
				"unknownCharset",
			).charset;
			if (name === "character_set_client" && unreadable.has(charset)) {
				throw wrongValue(name, given);
			}
			return charset;
		},
		show: printPlainly,
		...(collationName === undefined
			? {}
			: {
					also: (value: Value) => [[collationName, collationOfCharset(value as string)?.name ?? ""] as const],
				}),
	});
}

function collationVariable(name: string, initial: string, charsetName: string): Variable {
	return Object.freeze({
		name,
		scope: both,
		readOnly: false,
		type: textType,
		initial,
		settle: (given: TypedValue): Value => givenCollation(name, given, collationNamed, "unknownCollation").name,
		show: printPlainly,
		also: (value: Value) => [[charsetName, collationNamed(value as string)?.charset ?? ""] as const],
	});
}

function givenCollation(
	name: string,
	given: TypedValue,
	find: (word: string) => Collation | undefined,
	unknown: "unknownCharset" | "unknownCollation",
): Collation {
	if (given.value === null) {
		throw wrongValue(name, given);
	}
	const word = textOf(given);
	if (word === undefined && !isInteger(given)) {
		throw wrongType(name);
	}
	const found = word === undefined ? collationWithId(Number(given.value)) : find(word);
	if (found === undefined) {
		throw sqlError(unknown, encodeText(quoted(given)));
	}
	return found;
}
