/**
 * `sql_mode` parser: from the words or the number that a user sets to the switches the engine reads.
 *
 * Accepts `'TRADITIONAL,ANSI_QUOTES'` or 4194304; an unknown word or bit is error 1231.
 */
import { sqlError } from "../../errors/catalogue.ts";
import type { SqlMode } from "./evaluation.ts";
import { encodeText } from "../value/value.ts";

/** Words in bit order, in which MySQL prints them. */
const words = [
	"REAL_AS_FLOAT",
	"PIPES_AS_CONCAT",
	"ANSI_QUOTES",
	"IGNORE_SPACE",
	"NOT_USED",
	"ONLY_FULL_GROUP_BY",
	"NO_UNSIGNED_SUBTRACTION",
	"NO_DIR_IN_CREATE",
	"POSTGRESQL",
	"ORACLE",
	"MSSQL",
	"DB2",
	"MAXDB",
	"NO_KEY_OPTIONS",
	"NO_TABLE_OPTIONS",
	"NO_FIELD_OPTIONS",
	"MYSQL323",
	"MYSQL40",
	"ANSI",
	"NO_AUTO_VALUE_ON_ZERO",
	"NO_BACKSLASH_ESCAPES",
	"STRICT_TRANS_TABLES",
	"STRICT_ALL_TABLES",
	"NO_ZERO_IN_DATE",
	"NO_ZERO_DATE",
	"ALLOW_INVALID_DATES",
	"ERROR_FOR_DIVISION_BY_ZERO",
	"TRADITIONAL",
	"NO_AUTO_CREATE_USER",
	"HIGH_NOT_PRECEDENCE",
	"NO_ENGINE_SUBSTITUTION",
	"PAD_CHAR_TO_FULL_LENGTH",
] as const;

type Word = (typeof words)[number];

const ansiQuoting: readonly Word[] = ["PIPES_AS_CONCAT", "ANSI_QUOTES", "IGNORE_SPACE"];
const dialect: readonly Word[] = [...ansiQuoting, "NO_KEY_OPTIONS", "NO_TABLE_OPTIONS", "NO_FIELD_OPTIONS"];

/** Combination modes. */
const combinations: Partial<Record<Word, readonly Word[]>> = {
	ANSI: ["REAL_AS_FLOAT", ...ansiQuoting, "ONLY_FULL_GROUP_BY"],
	TRADITIONAL: [
		"STRICT_TRANS_TABLES",
		"STRICT_ALL_TABLES",
		"NO_ZERO_IN_DATE",
		"NO_ZERO_DATE",
		"ERROR_FOR_DIVISION_BY_ZERO",
		"NO_AUTO_CREATE_USER",
		"NO_ENGINE_SUBSTITUTION",
	],
	POSTGRESQL: dialect,
	ORACLE: [...dialect, "NO_AUTO_CREATE_USER"],
	MSSQL: dialect,
	DB2: dialect,
	MAXDB: [...dialect, "NO_AUTO_CREATE_USER"],
	MYSQL323: ["HIGH_NOT_PRECEDENCE"],
	MYSQL40: ["HIGH_NOT_PRECEDENCE"],
};

export const defaultSqlModeText = "STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION";

/** Parses a mode, given as comma-separated words or as a bit mask. */
export function parseSqlMode(value: string | number | bigint): SqlMode {
	return modeOf(typeof value === "string" && !/^\d+$/.test(value) ? wordsIn(value) : wordsOfBits(BigInt(value)));
}

function refuse(value: string): Error {
	return sqlError("wrongValueForVariable", "sql_mode", encodeText(value));
}

function wordsIn(text: string): Set<Word> {
	const chosen = new Set<Word>();
	for (const part of text.split(",")) {
		const word = part.replace(/ +$/, "").toUpperCase();
		if (word === "") {
			continue;
		}
		const known = words.find((candidate) => candidate === word);
		if (known === undefined) {
			throw refuse(part);
		}
		chosen.add(known);
	}
	return chosen;
}

function wordsOfBits(bits: bigint): Set<Word> {
	if (bits < 0n || bits >= 1n << BigInt(words.length)) {
		throw refuse(String(bits));
	}
	return new Set(words.filter((_word, bit) => (bits >> BigInt(bit)) & 1n));
}

function modeOf(chosen: Set<Word>): SqlMode {
	for (const word of [...chosen]) {
		for (const part of combinations[word] ?? []) {
			chosen.add(part);
		}
	}
	return Object.freeze({
		strict: chosen.has("STRICT_TRANS_TABLES") || chosen.has("STRICT_ALL_TABLES"),
		noZeroDate: chosen.has("NO_ZERO_DATE"),
		noZeroInDate: chosen.has("NO_ZERO_IN_DATE"),
		allowInvalidDates: chosen.has("ALLOW_INVALID_DATES"),
		errorForDivisionByZero: chosen.has("ERROR_FOR_DIVISION_BY_ZERO"),
		onlyFullGroupBy: chosen.has("ONLY_FULL_GROUP_BY"),
		noAutoValueOnZero: chosen.has("NO_AUTO_VALUE_ON_ZERO"),
		noUnsignedSubtraction: chosen.has("NO_UNSIGNED_SUBTRACTION"),
		padCharToFullLength: chosen.has("PAD_CHAR_TO_FULL_LENGTH"),
		pipesAsConcat: chosen.has("PIPES_AS_CONCAT"),
		ansiQuotes: chosen.has("ANSI_QUOTES"),
		ignoreSpace: chosen.has("IGNORE_SPACE"),
		noBackslashEscapes: chosen.has("NO_BACKSLASH_ESCAPES"),
		highNotPrecedence: chosen.has("HIGH_NOT_PRECEDENCE"),
		realAsFloat: chosen.has("REAL_AS_FLOAT"),
		noEngineSubstitution: chosen.has("NO_ENGINE_SUBSTITUTION"),
		text: words.filter((word) => chosen.has(word)).join(","),
	});
}
