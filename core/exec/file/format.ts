/**
 * File format: FIELDS and LINES clauses with MySQL's defaults; 1083 for quotes and escapes of more than one byte.
 *
 *     prefix  "one" , "t\twoö" , \N  end of line          enclosure ", escape \, separator ,
 *
 * Without separators and quotes rows are of fixed size; without only one of them they are refused as not supported.
 */
import { sqlError } from "../../errors/catalogue.ts";
import { charsetNamed } from "../../types/text/charset.ts";
import type { Codec } from "../../types/text/codec.ts";
import type { SqlMode } from "../../types/evaluation/evaluation.ts";
import type { ByteString } from "../../types/value/value.ts";
import type { FieldFormat } from "../../sql/tree/into-target.ts";

export interface FileFormat {
	readonly charset: string;
	/** Empty: fields are padded with spaces to the longest value of their type. */
	readonly separator: ByteString;
	/** Empty: fields are never enclosed. */
	readonly enclosure: ByteString;
	/** Only text is enclosed when rows are written. */
	readonly optional: boolean;
	/** Empty: nothing is escaped. */
	readonly escape: ByteString;
	readonly linePrefix: ByteString;
	/** Empty only for fields of fixed size: the next row follows directly. */
	readonly lineEnd: ByteString;
}

/** Charsets in which a later byte of a character may look like an escape, a quote or a separator. */
const ambiguous: ReadonlySet<string> = new Set(["big5", "cp932", "gb18030", "gbk", "sjis"]);

/** The width of characters where that matters for finding the special bytes of a file. */
export function ambiguousWidth(charset: string): Codec["width"] | undefined {
	return ambiguous.has(charset) ? charsetNamed(charset)?.width : undefined;
}

export function fileFormat(written: FieldFormat, defaultCharset: string, mode: SqlMode): FileFormat {
	const {
		charset = defaultCharset,
		terminatedBy = "\t",
		enclosedBy = "",
		escapedBy,
		linesStartingBy = "",
		linesTerminatedBy = "\n",
	} = written;
	const escape = escapedBy ?? (mode.noBackslashEscapes ? "" : "\\");
	if (enclosedBy.length > 1 || escape.length > 1) {
		throw sqlError("wrongFieldTerminators");
	}
	const known = charsetNamed(charset);
	if (known === undefined) {
		throw sqlError("unknownCharset", charset);
	}
	if (known.minBytes > 1) {
		throw sqlError("notSupportedYet", `a file in ${known.name}`);
	}
	if (terminatedBy === "" ? enclosedBy !== "" : linesTerminatedBy === "") {
		throw sqlError("notSupportedYet", "a file without separators");
	}
	return {
		charset: known.name,
		separator: terminatedBy,
		enclosure: enclosedBy,
		optional: written.optionallyEnclosed === true,
		escape,
		linePrefix: linesStartingBy,
		lineEnd: linesTerminatedBy,
	};
}
