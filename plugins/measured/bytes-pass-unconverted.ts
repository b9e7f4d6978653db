/**
 * Text is never converted between charsets: the bytes a client sends are the bytes a column holds.
 * Recorded: behaviour 0.5 and 5; the insert recordings. SET NAMES changes what is said of the connection, and nothing else.
 */
import { type CharsetPair, type HookClass, SchemaLoad, Variables, changed, quirk } from "../../core/rules/index.ts";

const text: CharsetPair = { charset: "utf8mb4", collation: "utf8mb4_bin" };

const keepBytes = (Base: HookClass<SchemaLoad>) =>
	class KeepBytes extends Base {
		override text(pair: CharsetPair): CharsetPair {
			const charset = pair.charset.toLowerCase();
			return charset === "binary" || charset === "utf8" || charset === "utf8mb4" ? { charset, collation: pair.collation.toLowerCase() } : text;
		}
	};

const readBytes = (Base: HookClass<Variables>) =>
	class ReadBytes extends Base {
		override connectionCharset(_charset: string): string {
			return text.charset;
		}
	};

export default quirk(
	"bytes-pass-unconverted",
	{},
	"Bytes pass as they are, whatever charset the column or the connection names.",
	["insert-*", "spelling-*"],
	[
		changed(SchemaLoad, keepBytes, "A column's text is the bytes that were sent."),
		changed(Variables, readBytes, "The connection's bytes are taken as UTF-8, whatever SET NAMES says."),
	],
);
