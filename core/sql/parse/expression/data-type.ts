/**
 * Parses data types of column definitions and CAST; synonyms become the type they mean.
 */
import { spatialNames, type TypeName } from "../../../types/value/type.ts";
import type { DataType } from "../../tree/data-type.ts";
import type { Cursor } from "../cursor/cursor.ts";
import { literal } from "./literal.ts";
import { acceptCharset, charsetName } from "../cursor/name.ts";

type Draft = { -readonly [Part in keyof DataType]: DataType[Part] };

/** Syntax after the type's name. */
type Shape =
	/** (width) unsigned zerofill */
	| "integer"
	/** (precision, scale) unsigned zerofill */
	| "decimal"
	| "float"
	| "double"
	/** (length), optional */
	| "length"
	/** (length), required */
	| "needed length"
	/** (length) and charset words; required for VARCHAR */
	| "char"
	| "varchar"
	| "text"
	| "elements"
	| "bare"
	| "national";

const words: ReadonlyMap<string, readonly [name: TypeName, shape: Shape]> = new Map<string, readonly [TypeName, Shape]>(
	[
		["tinyint", ["tinyint", "integer"]],
		["int1", ["tinyint", "integer"]],
		["smallint", ["smallint", "integer"]],
		["int2", ["smallint", "integer"]],
		["mediumint", ["mediumint", "integer"]],
		["middleint", ["mediumint", "integer"]],
		["int3", ["mediumint", "integer"]],
		["int", ["int", "integer"]],
		["integer", ["int", "integer"]],
		["int4", ["int", "integer"]],
		["bigint", ["bigint", "integer"]],
		["int8", ["bigint", "integer"]],
		["decimal", ["decimal", "decimal"]],
		["dec", ["decimal", "decimal"]],
		["numeric", ["decimal", "decimal"]],
		["fixed", ["decimal", "decimal"]],
		["float", ["float", "float"]],
		["float4", ["float", "float"]],
		["double", ["double", "double"]],
		["float8", ["double", "double"]],
		["real", ["double", "double"]],
		["bit", ["bit", "length"]],
		["year", ["year", "integer"]],
		["date", ["date", "bare"]],
		["time", ["time", "length"]],
		["datetime", ["datetime", "length"]],
		["timestamp", ["timestamp", "length"]],
		["char", ["char", "char"]],
		["character", ["char", "char"]],
		["varchar", ["varchar", "varchar"]],
		["varcharacter", ["varchar", "varchar"]],
		["tinytext", ["tinytext", "text"]],
		["text", ["text", "text"]],
		["mediumtext", ["mediumtext", "text"]],
		["longtext", ["longtext", "text"]],
		["binary", ["binary", "length"]],
		["varbinary", ["varbinary", "needed length"]],
		["tinyblob", ["tinyblob", "bare"]],
		["blob", ["blob", "length"]],
		["mediumblob", ["mediumblob", "bare"]],
		["longblob", ["longblob", "bare"]],
		["enum", ["enum", "elements"]],
		["set", ["set", "elements"]],
		["json", ["json", "bare"]],
		...spatialNames.map((name): [string, [TypeName, Shape]] => [name, [name, "bare"]]),
		["national", ["char", "national"]],
		["nchar", ["char", "national"]],
		["nvarchar", ["varchar", "national"]],
	],
);

/** A column's type; SERIAL, which implies attributes, is handled in `column-definition.ts`. */
export function dataType(cursor: Cursor): DataType {
	const word = cursor.word;
	if (word === "long") {
		return longType(cursor);
	}
	if (word === "bool" || word === "boolean") {
		cursor.at++;
		return { name: "tinyint", length: 1, unsigned: false, zerofill: false };
	}
	// The lexer of MySQL reads SQL_TSI_YEAR as YEAR.
	const known = cursor.written.toLowerCase() === "sql_tsi_year" ? words.get("year") : words.get(word);
	const [name, shape] = known ?? cursor.fail();
	cursor.at++;
	const draft: Draft = { name, unsigned: false, zerofill: false };
	fill(cursor, draft, shape, word);
	return draft;
}

function fill(cursor: Cursor, draft: Draft, shape: Shape, word: string): void {
	switch (shape) {
		case "integer":
			optionalLength(cursor, draft);
			return numberWords(cursor, draft);
		case "decimal":
			precisionAndScale(cursor, draft);
			return numberWords(cursor, draft);
		case "float":
		case "double":
			return floatingPoint(cursor, draft, word);
		case "length":
			return optionalLength(cursor, draft);
		case "needed length":
			return neededLength(cursor, draft);
		case "char":
			if (cursor.accept("varying")) {
				draft.name = "varchar";
			}
			draft.name === "varchar" ? neededLength(cursor, draft) : optionalLength(cursor, draft);
			return charsetWords(cursor, draft);
		case "varchar":
			neededLength(cursor, draft);
			return charsetWords(cursor, draft);
		case "text":
			if (word === "text") {
				optionalLength(cursor, draft);
			}
			return charsetWords(cursor, draft);
		case "elements":
			draft.elements = cursor.parenthesised((inner) => elementBytes(inner));
			return charsetWords(cursor, draft);
		case "national":
			return nationalType(cursor, draft, word);
		case "bare":
	}
}

function elementBytes(cursor: Cursor): string {
	const node = literal(cursor);
	const isBytes = node?.type === "string" || node?.type === "hex" || node?.type === "bit";
	return isBytes ? node.bytes : cursor.fail();
}

function optionalLength(cursor: Cursor, draft: Draft): void {
	if (cursor.is("(")) {
		neededLength(cursor, draft);
	}
}

function neededLength(cursor: Cursor, draft: Draft): void {
	cursor.expect("(");
	draft.length = cursor.integer();
	cursor.expect(")");
}

function precisionAndScale(cursor: Cursor, draft: Draft): void {
	if (!cursor.accept("(")) {
		return;
	}
	draft.length = cursor.integer();
	if (cursor.accept(",")) {
		draft.scale = cursor.integer();
	}
	cursor.expect(")");
}

/** FLOAT(p): up to 24 bits a float, up to 53 a double, without a display width. */
function floatingPoint(cursor: Cursor, draft: Draft, word: string): void {
	if (word === "double") {
		cursor.accept("precision");
	} else if (word === "real" && cursor.mode.realAsFloat) {
		draft.name = "float";
	}
	const numberAt = cursor.at + 2;
	precisionAndScale(cursor, draft);
	if (draft.length !== undefined && draft.scale === undefined) {
		if (draft.name === "double") {
			cursor.fail(numberAt);
		}
		if (draft.length <= 53) {
			draft.name = draft.length <= 24 ? "float" : "double";
			delete draft.length;
		}
	}
	numberWords(cursor, draft);
}

function numberWords(cursor: Cursor, draft: Draft): void {
	for (;;) {
		if (cursor.accept("zerofill")) {
			draft.zerofill = true;
			draft.unsigned = true;
		} else if (cursor.accept("unsigned")) {
			draft.unsigned = true;
		} else if (!cursor.accept("signed")) {
			return;
		}
	}
}

/** CHARSET x, ASCII, UNICODE, BYTE and BINARY, in the allowed orders. */
function charsetWords(cursor: Cursor, draft: Draft): void {
	const attribute = cursor.acceptOneOf("ascii", "unicode", "byte");
	if (attribute !== undefined) {
		draft.attribute = attribute;
		if (attribute !== "byte" && cursor.accept("binary")) {
			draft.binary = true;
		}
	} else if (cursor.accept("binary")) {
		draft.binary = true;
		const behind = cursor.acceptOneOf("ascii", "unicode");
		if (behind !== undefined) {
			draft.attribute = behind;
		} else if (acceptCharset(cursor)) {
			draft.charset = charsetName(cursor);
		}
	} else if (acceptCharset(cursor)) {
		draft.charset = charsetName(cursor);
		if (cursor.accept("binary")) {
			draft.binary = true;
		}
	}
}

/** NATIONAL CHAR, NATIONAL VARCHAR, NCHAR VARYING, NVARCHAR ... */
function nationalType(cursor: Cursor, draft: Draft, word: string): void {
	draft.national = true;
	if (word === "national" && cursor.expectOneOf("char", "character", "varchar", "varcharacter").startsWith("var")) {
		draft.name = "varchar";
	}
	if (draft.name === "char" && cursor.acceptOneOf("varying", "varchar", "varcharacter") !== undefined) {
		draft.name = "varchar";
	}
	draft.name === "varchar" ? neededLength(cursor, draft) : optionalLength(cursor, draft);
	if (cursor.accept("binary")) {
		draft.binary = true;
	}
}

/** LONG, LONG VARCHAR, LONG CHAR VARYING: MEDIUMTEXT; LONG VARBINARY: MEDIUMBLOB. */
function longType(cursor: Cursor): DataType {
	cursor.expect("long");
	if (cursor.accept("varbinary")) {
		return { name: "mediumblob", unsigned: false, zerofill: false };
	}
	// CHARACTER SET belongs to the type without VARYING.
	if (cursor.wordAhead(1) !== "set" && cursor.acceptOneOf("char", "character") !== undefined) {
		cursor.expect("varying");
	} else {
		cursor.acceptOneOf("varchar", "varcharacter");
	}
	const draft: Draft = { name: "mediumtext", unsigned: false, zerofill: false };
	charsetWords(cursor, draft);
	return draft;
}

/** Target types of CAST and CONVERT. */
export function castType(cursor: Cursor): DataType {
	const word = cursor.expectOneOf(
		"binary",
		"char",
		"character",
		"nchar",
		"signed",
		"unsigned",
		"date",
		"time",
		"datetime",
		"decimal",
		"dec",
		"json",
	);
	switch (word) {
		case "signed":
		case "unsigned":
			cursor.acceptOneOf("int", "integer");
			return { name: "bigint", unsigned: word === "unsigned", zerofill: false };
		case "date":
		case "json":
			return { name: word, unsigned: false, zerofill: false };
	}
	const name = word === "dec" ? "decimal" : word === "nchar" || word === "character" ? "char" : word;
	const draft: Draft = { name, unsigned: false, zerofill: false };
	if (name === "decimal") {
		precisionAndScale(cursor, draft);
	} else {
		optionalLength(cursor, draft);
	}
	if (word === "nchar") {
		draft.national = true;
	} else if (name === "char") {
		charsetWords(cursor, draft);
	}
	return draft;
}
