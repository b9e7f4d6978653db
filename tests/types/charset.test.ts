/**
 * Charsets: round trips of codecs, validation of UTF-8 as Go does it, counting and truncating characters.
 */
import test from "ava";
import fc from "fast-check";
import { countCharacters, cutBytes, cutCharacters, splitCharacters } from "../../core/types/text/characters.ts";
import { charsetNamed, charsets, convertText } from "../../core/types/text/charset.ts";
import { firstInvalidByte, firstWideCharacter, replaceInvalid } from "../../core/types/text/utf8.ts";
import { encodeText } from "../../core/types/value/value.ts";

const bytes = (...list: number[]) => String.fromCharCode(...list);

test("every charset decodes what it encodes of ASCII", (t) => {
	for (const charset of charsets) {
		const text = charset.name === "swe7" ? "abc XYZ 019" : "abc XYZ 019 @[]{}";
		t.is(charset.decode(charset.encode(text)), text, charset.name);
		t.is(countCharacters(charset.encode(text), charset.name), text.length, charset.name);
	}
});

test("names are case-insensitive, and have aliases", (t) => {
	t.is(charsetNamed("UTF8MB3")?.name, "utf8");
	t.is(charsetNamed("Latin1")?.defaultCollation, "latin1_bin");
	t.is(charsetNamed("nosuch"), undefined);
});

test("known encodings", (t) => {
	t.is(convertText(encodeText("é€"), "utf8", "latin1"), bytes(0xe9, 0x80));
	t.is(convertText(bytes(0x81, 0xe9), "latin1", "utf8"), encodeText("\u0081é"));
	t.is(convertText(encodeText("日"), "utf8mb4", "gbk"), bytes(0xc8, 0xd5));
	t.is(convertText(encodeText("日x"), "utf8mb4", "latin1"), "?x");
	t.is(convertText(encodeText("🌀"), "utf8mb4", "utf16"), bytes(0xd8, 0x3c, 0xdf, 0x00));
	t.is(convertText(encodeText("a🌀"), "utf8mb4", "ucs2"), "\0a\0?");
	t.is(convertText(bytes(0xff), "utf8", "utf8mb4"), bytes(0xff));
	t.is(convertText(bytes(0xff), "binary", "latin1"), bytes(0xff));
	t.is(countCharacters(convertText(encodeText("a🌀b"), "utf8mb4", "utf16"), "utf16"), 3);
});

test("conversion there and back keeps what both charsets hold", (t) => {
	fc.assert(
		fc.property(fc.string({ unit: "binary" }), (text) => {
			const utf8 = encodeText(text);
			for (const name of ["utf16", "utf16le", "utf32", "gb18030"]) {
				t.is(convertText(convertText(utf8, "utf8mb4", name), name, "utf8mb4"), utf8, name);
			}
		}),
		{ numRuns: 50 },
	);
	t.pass();
});

test("invalid UTF-8 is found where Go finds it", (t) => {
	const cases: [string, number][] = [
		["abc", -1],
		[encodeText("é日🌀"), -1],
		[bytes(0x80), 0],
		[`a${bytes(0xc3)}`, 1],
		[bytes(0xc0, 0x80), 0],
		[bytes(0xe0, 0x80, 0x80), 0],
		[bytes(0xed, 0xa0, 0x80), 0],
		[bytes(0xf4, 0x90, 0x80, 0x80), 0],
		[bytes(0xf0, 0x8f, 0xbf, 0xbf), 0],
		[bytes(0xef, 0xbf, 0xbd), -1],
		[`ab${bytes(0xe6, 0x97)}c`, 2],
		[bytes(0xf8), 0],
	];
	for (const [text, at] of cases) {
		t.is(firstInvalidByte(text), at, text);
	}
	t.is(firstWideCharacter(encodeText("aé日🌀x")), 6);
	t.is(firstWideCharacter(encodeText("aé日")), -1);
	t.is(replaceInvalid(`a${bytes(0xff)}b`, "?"), "a?b");
});

test("valid UTF-8 is what Buffer decodes without replacement", (t) => {
	fc.assert(
		fc.property(fc.uint8Array({ maxLength: 8 }), (array) => {
			const text = Buffer.from(array).toString("latin1");
			const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
			let valid = true;
			try {
				strict.decode(array);
			} catch {
				valid = false;
			}
			return (firstInvalidByte(text) === -1) === valid;
		}),
		{ numRuns: 500 },
	);
	t.pass();
});

test("truncation keeps whole characters", (t) => {
	const text = encodeText("aé日🌀x");
	t.is(countCharacters(text, "utf8mb4"), 5);
	t.is(cutCharacters(text, "utf8mb4", 3), encodeText("aé日"));
	t.is(cutCharacters(text, "utf8mb4", 9), text);
	t.is(cutBytes(text, "utf8mb4", 5), encodeText("aé"));
	t.is(cutBytes(text, "utf8mb4", 6), encodeText("aé日"));
	t.deepEqual(splitCharacters(text, "utf8"), ["a", "é", "日", "🌀", "x"].map(encodeText));
});
