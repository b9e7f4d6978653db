/**
 * How rows stand in a text file: FIELDS and LINES with MySQL's defaults.
 *
 *     prefix  "one" , "t\twoö" , \N  end of line          enclosure ", escape \, separator ,
 *
 * In: the clauses as written. Out: a format with nothing left open; 1083 for quotes and escapes of more than one
 * byte. Without separators and quotes rows are of fixed size; without one of them only, they are refused as not
 * supported.
 */
import { sqlError } from "../../errors.ts";
import { charsetNamed } from "../../types/text/charset.ts";
import type { SqlMode } from "../../types/evaluation.ts";
import type { ByteString } from "../../types/value.ts";
import type { FieldFormat } from "../../sql/tree/into-target.ts";

export interface FileFormat {
	readonly charset: string;
	/** Empty: every field has the room that its type needs at most, filled up with spaces. */
	readonly separator: ByteString;
	/** Empty: fields are never enclosed. */
	readonly enclosure: ByteString;
	/** Only text is enclosed, where rows are written. */
	readonly optional: boolean;
	/** Empty: nothing is escaped. */
	readonly escape: ByteString;
	readonly linePrefix: ByteString;
	/** Empty only where fields are of fixed size: the next row follows at once. */
	readonly lineEnd: ByteString;
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
