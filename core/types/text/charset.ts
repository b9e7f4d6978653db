/**
 * Charset registry: names, defaults and widths, and conversion of bytes between two charsets.
 *
 * Names are found in any letter case. The order of text is in `collation.ts`; a column's charset is chosen by the
 * rules.
 */
import {
	binaryCodec,
	eucWidth,
	gb18030Width,
	iconvCodec,
	pairs,
	patched,
	singleByteCodec,
	tableOf,
	ucs2Codec,
	utf16Width,
	utf8mb4Codec,
	type Codec,
} from "./codec.ts";
import { isAscii } from "./utf8.ts";
import type { ByteString } from "../value/value.ts";

interface Charset extends Codec {
	readonly name: string;
	readonly description: string;
	readonly defaultCollation: string;
	/** Bytes of the smallest character: 1, or 2 and 4 for the UTF-16 and UTF-32 kinds. */
	readonly minBytes: number;
	readonly maxBytes: number;
}

/** A single-byte charset under iconv-lite's name. */
const single = (encoding: string) => singleByteCodec(() => tableOf(encoding));

/** `latin1` is cp1252, whose five unused bytes are the control characters of ISO 8859-1. */
const latin1 = singleByteCodec(() =>
	tableOf("windows1252").replace(/\ufffd/g, (_, byte: number) => String.fromCharCode(byte)),
);

const dec8 = singleByteCodec(() =>
	patched(tableOf("iso88591"), [0xa8, "¤"], [0xd7, "Œ"], [0xdd, "Ÿ"], [0xf7, "œ"], [0xfd, "ÿ"]),
);
const swe7 = singleByteCodec(() => patched(tableOf("ascii"), [0x40, "É"], [0x5b, "ÄÖÅÜ"], [0x60, "é"], [0x7b, "äöåü"]));
const keybcs2 = singleByteCodec(() =>
	patched(tableOf("cp437"), [0x80, "ČüéďäĎŤčěĚĹÍľĺÄÁÉžŽôöÓůÚýÖÜŠĽÝŘťáíóúňŇŮÔšřŕŔ¼§"]),
);

/** Lead bytes of two-byte characters. */
const big5 = pairs((byte) => byte >= 0xa1 && byte <= 0xf9);
const gbk = pairs((byte) => byte >= 0x81 && byte <= 0xfe);
const euc = pairs((byte) => byte >= 0xa1 && byte <= 0xfe);
const sjis = pairs((byte) => (byte >= 0x81 && byte <= 0x9f) || (byte >= 0xe0 && byte <= 0xfc));

type Entry = readonly [
	name: string,
	description: string,
	defaultCollation: string,
	maxBytes: number,
	codec: Codec,
	minBytes?: number,
];

/**
 * In the order of SHOW CHARSET. The four most common default to their `_bin` collation in this database. utf8 and
 * utf8mb4 are one charset in expressions: rules decide which column takes four bytes.
 */
const entries: readonly Entry[] = [
	["big5", "Big5 Traditional Chinese", "big5_chinese_ci", 2, iconvCodec("big5", big5)],
	["dec8", "DEC West European", "dec8_swedish_ci", 1, dec8],
	["cp850", "DOS West European", "cp850_general_ci", 1, single("cp850")],
	["hp8", "HP West European", "hp8_english_ci", 1, single("hproman8")],
	["koi8r", "KOI8-R Relcom Russian", "koi8r_general_ci", 1, single("koi8r")],
	["latin1", "cp1252 West European", "latin1_bin", 1, latin1],
	["latin2", "ISO 8859-2 Central European", "latin2_general_ci", 1, single("iso88592")],
	["swe7", "7bit Swedish", "swe7_swedish_ci", 1, swe7],
	["ascii", "US ASCII", "ascii_bin", 1, single("ascii")],
	["ujis", "EUC-JP Japanese", "ujis_japanese_ci", 3, iconvCodec("eucjp", eucWidth)],
	["sjis", "Shift-JIS Japanese", "sjis_japanese_ci", 2, iconvCodec("shiftjis", sjis)],
	["hebrew", "ISO 8859-8 Hebrew", "hebrew_general_ci", 1, single("iso88598")],
	["tis620", "TIS620 Thai", "tis620_thai_ci", 1, single("tis620")],
	["euckr", "EUC-KR Korean", "euckr_korean_ci", 2, iconvCodec("euckr", gbk)],
	["koi8u", "KOI8-U Ukrainian", "koi8u_general_ci", 1, single("koi8u")],
	["gb2312", "GB2312 Simplified Chinese", "gb2312_chinese_ci", 2, iconvCodec("gb2312", euc)],
	["greek", "ISO 8859-7 Greek", "greek_general_ci", 1, single("iso88597")],
	["cp1250", "Windows Central European", "cp1250_general_ci", 1, single("windows1250")],
	["gbk", "GBK Simplified Chinese", "gbk_chinese_ci", 2, iconvCodec("gbk", gbk)],
	["latin5", "ISO 8859-9 Turkish", "latin5_turkish_ci", 1, single("iso88599")],
	["armscii8", "ARMSCII-8 Armenian", "armscii8_general_ci", 1, single("armscii8")],
	["utf8", "UTF-8 Unicode", "utf8_bin", 3, utf8mb4Codec],
	["ucs2", "UCS-2 Unicode", "ucs2_general_ci", 2, ucs2Codec, 2],
	["cp866", "DOS Russian", "cp866_general_ci", 1, single("cp866")],
	["keybcs2", "DOS Kamenicky Czech-Slovak", "keybcs2_general_ci", 1, keybcs2],
	["macce", "Mac Central European", "macce_general_ci", 1, single("maccenteuro")],
	["macroman", "Mac West European", "macroman_general_ci", 1, single("macroman")],
	["cp852", "DOS Central European", "cp852_general_ci", 1, single("cp852")],
	["latin7", "ISO 8859-13 Baltic", "latin7_general_ci", 1, single("iso885913")],
	["utf8mb4", "UTF-8 Unicode", "utf8mb4_bin", 4, utf8mb4Codec],
	["cp1251", "Windows Cyrillic", "cp1251_general_ci", 1, single("windows1251")],
	["utf16", "UTF-16 Unicode", "utf16_general_ci", 4, iconvCodec("utf-16be", utf16Width(0)), 2],
	["utf16le", "UTF-16LE Unicode", "utf16le_general_ci", 4, iconvCodec("utf-16le", utf16Width(1)), 2],
	["cp1256", "Windows Arabic", "cp1256_general_ci", 1, single("windows1256")],
	["cp1257", "Windows Baltic", "cp1257_general_ci", 1, single("windows1257")],
	["utf32", "UTF-32 Unicode", "utf32_general_ci", 4, iconvCodec("utf-32be", () => 4), 4],
	["binary", "Binary pseudo charset", "binary", 1, binaryCodec],
	["geostd8", "GEOSTD8 Georgian", "geostd8_general_ci", 1, single("georgianacademy")],
	["cp932", "SJIS for Windows Japanese", "cp932_japanese_ci", 2, iconvCodec("shiftjis", sjis)],
	["eucjpms", "UJIS for Windows Japanese", "eucjpms_japanese_ci", 3, iconvCodec("eucjp", eucWidth)],
	["gb18030", "China National Standard GB18030", "gb18030_chinese_ci", 4, iconvCodec("gb18030", gb18030Width)],
];

export const charsets: readonly Charset[] = entries.map(
	([name, description, defaultCollation, maxBytes, codec, minBytes]) =>
		Object.freeze({
			name,
			description,
			defaultCollation,
			minBytes: minBytes ?? 1,
			maxBytes,
			decode: codec.decode,
			encode: codec.encode,
			width: codec.width,
		}),
);

const byName = new Map(charsets.map((charset) => [charset.name, charset]));
byName.set("utf8mb3", byName.get("utf8")!);

export function charsetNamed(name: string): Charset | undefined {
	return byName.get(name) ?? byName.get(name.toLowerCase());
}

/** True for charsets encoded as UTF-8. */
export function isUtf8(charset: string): boolean {
	const name = charsetNamed(charset)?.name;
	return name === "utf8" || name === "utf8mb4";
}

/** True for charsets that contain Unicode or its first plane. */
export function isUnicode(charset: string): boolean {
	return isUtf8(charset) || /^(utf|ucs)/.test(charsetNamed(charset)?.name ?? "");
}

const unchanged = (bytes: ByteString): ByteString => bytes;

const transcoders = new Map<string, (bytes: ByteString) => ByteString>();

/**
 * Returns the conversion between two charsets, chosen once. Bytes pass unchanged where both are UTF-8, where either
 * is binary, and where a name is unknown; unmappable characters become `?`. Bytes converted to a charset with wider
 * characters are padded with leading zeros.
 */
export function transcoder(from: string, to: string): (bytes: ByteString) => ByteString {
	const source = charsetNamed(from);
	const target = charsetNamed(to);
	if (
		source === undefined ||
		target === undefined ||
		source === target ||
		(source.name === "binary" && target.minBytes === 1) ||
		target.name === "binary" ||
		(isUtf8(from) && isUtf8(to))
	) {
		return unchanged;
	}
	const key = `${source.name} ${target.name}`;
	let found = transcoders.get(key);
	if (found === undefined) {
		found = makeTranscoder(source, target);
		transcoders.set(key, found);
	}
	return found;
}

function makeTranscoder(source: Charset, target: Charset): (bytes: ByteString) => ByteString {
	if (source.name === "binary") {
		return (bytes) => "\0".repeat(-bytes.length & (target.minBytes - 1)) + bytes;
	}
	const both = [source, target];
	const convert = (bytes: ByteString) => target.encode(source.decode(bytes).replaceAll("\ufffd", "?"));
	return both.every((charset) => charset.minBytes === 1 && charset.name !== "swe7")
		? (bytes) => (isAscii(bytes) ? bytes : convert(bytes))
		: convert;
}

/** Returns a function that finds the first character that a `transcoder` replaces by `?`, or -1. */
export function lossFinder(from: string, to: string): (bytes: ByteString) => number {
	const convert = transcoder(from, to);
	const source = charsetNamed(from);
	const width = source?.width ?? (() => 1);
	const given = source?.encode("?") ?? "?";
	const mark = charsetNamed(to)?.encode("?") ?? "?";
	return (bytes) => {
		for (let at = 0; at < bytes.length; ) {
			const next = at + width(bytes, at);
			const character = bytes.slice(at, next);
			if (character !== given && convert(character) === mark) {
				return at;
			}
			at = next;
		}
		return -1;
	};
}

/** Converts text between charsets; for many rows, choose a `transcoder` once. */
export function convertText(bytes: ByteString, from: string, to: string): ByteString {
	return transcoder(from, to)(bytes);
}

/** True if `transcoder` changes no text. */
export function isSameText(from: string, to: string): boolean {
	return transcoder(from, to) === unchanged;
}
