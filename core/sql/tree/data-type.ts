/**
 * Syntax of data types, as written in a column definition or a CAST; absent parts are undefined.
 */
import type { TypeName } from "../../types/value/type.ts";
import type { ByteString } from "../../types/value/value.ts";

export interface DataType {
	/**
	 * Synonyms are resolved: INTEGER is `int`, BOOL is `tinyint` of length 1, NUMERIC is `decimal`, REAL is `double`,
	 * LONG VARCHAR is `mediumtext`, SERIAL is expanded into its attributes. In a CAST, SIGNED is `bigint`, UNSIGNED is
	 * `bigint` with `unsigned`, CHAR is `char`.
	 */
	readonly name: TypeName;
	/** Length, precision or display width, if written. */
	readonly length?: number;
	readonly scale?: number;
	readonly unsigned: boolean;
	readonly zerofill: boolean;
	/** Elements of ENUM and SET. */
	readonly elements?: readonly ByteString[];
	/** As written, letter case kept; `CHARACTER SET binary` is `binary`. */
	readonly charset?: string;
	readonly collation?: string;
	/** BINARY attribute of a character type: the `_bin` collation. */
	readonly binary?: boolean;
	/** The ASCII, UNICODE or BYTE attribute. */
	readonly attribute?: "ascii" | "unicode" | "byte";
	/** NCHAR and the like: utf8. */
	readonly national?: boolean;
}
