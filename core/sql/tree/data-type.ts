/**
 * The syntax of a data type, as written in a column definition or a CAST.
 *
 * In: nothing. Out: one node type. It refuses to know defaults: what was not written is undefined, since rules decide
 * what an absent charset means.
 */
import type { TypeName } from "../../types/type.ts";
import type { ByteString } from "../../types/value.ts";

export interface DataType {
	/**
	 * Synonyms are read as the type they mean: INTEGER is `int`, BOOL is `tinyint` of length 1, NUMERIC is `decimal`,
	 * REAL is `double`, LONG VARCHAR is `mediumtext`, SERIAL is expanded into its attributes. In a CAST, SIGNED is
	 * `bigint` and UNSIGNED is `bigint` with `unsigned`, CHAR is `char`.
	 */
	readonly name: TypeName;
	/** Length, precision or display width, where one was written. */
	readonly length?: number;
	readonly scale?: number;
	readonly unsigned: boolean;
	readonly zerofill: boolean;
	/** ENUM and SET: the elements as written. */
	readonly elements?: readonly ByteString[];
	/** As written, letter case kept. `CHARACTER SET binary` stays here as `binary`. */
	readonly charset?: string;
	readonly collation?: string;
	/** The BINARY attribute of a character type: its charset's `_bin` collation. */
	readonly binary?: boolean;
	/** The ASCII, UNICODE or BYTE attribute. */
	readonly attribute?: "ascii" | "unicode" | "byte";
	/** NCHAR and friends: utf8. */
	readonly national?: boolean;
}
