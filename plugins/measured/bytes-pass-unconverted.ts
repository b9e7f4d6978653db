/**
 * Text is never converted between charsets, and collations count for nothing: bytes are kept and compared as they
 * came. Recorded: behaviour 0.5 and 5; the insert recordings. SET NAMES changes what is said of the connection, and
 * nothing else.
 */
import {
	type CharsetPair,
	type HookClass,
	SchemaLoad,
	Variables,
	bytewiseCollation,
	changed,
	quirk,
} from "../../core/rules/index.ts";
import guide from "./bytes-pass-unconverted.guide.ts";

const utf8mb4 = "utf8mb4";
const plain = new Set(["binary", "utf8", utf8mb4]);

const keepBytes = (Base: HookClass<SchemaLoad>) =>
	class KeepBytes extends Base {
		override text(pair: CharsetPair): CharsetPair {
			const named = pair.charset.toLowerCase();
			const charset = plain.has(named) ? named : utf8mb4;
			return { charset, collation: bytewiseCollation(charset) };
		}
	};

const readBytes = (Base: HookClass<Variables>) =>
	class ReadBytes extends Base {
		override connectionCharset(_charset: string): string {
			return utf8mb4;
		}

		override bytesAreText(): boolean {
			return true;
		}

		override comparesBytes(): boolean {
			return true;
		}
	};

export default quirk(
	"bytes-pass-unconverted",
	{},
	"Bytes pass as they are and are compared as they are, without padding, whatever charset and collation the column, " +
		"the connection or a COLLATE clause names.",
	["insert-*", "spelling-*", "general-expr-06", "general-query-3"],
	[
		changed(SchemaLoad, keepBytes, "A column's text is the bytes that were sent.", guide),
		changed(Variables, readBytes, "The connection's bytes are taken as UTF-8, whatever SET NAMES says.", guide),
	],
);
