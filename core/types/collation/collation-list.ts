/**
 * Collation names and ids, as MySQL numbers them; a collation's charset is the first word of its name.
 */
/** A charset's language collations, numbered from its `_unicode_ci`. */
const languages = [
	"unicode",
	"icelandic",
	"latvian",
	"romanian",
	"slovenian",
	"polish",
	"estonian",
	"spanish",
	"swedish",
	"turkish",
	"czech",
	"danish",
	"lithuanian",
	"slovak",
	"spanish2",
	"roman",
	"persian",
	"esperanto",
	"hungarian",
	"sinhala",
	"german2",
	"croatian",
	"unicode_520",
	"vietnamese",
];

const firstLanguage: readonly (readonly [charset: string, id: number])[] = [
	["utf16", 101],
	["ucs2", 128],
	["utf32", 160],
	["utf8", 192],
	["utf8mb4", 224],
];

const plain = `
big5_chinese_ci 1, latin2_czech_cs 2, dec8_swedish_ci 3, cp850_general_ci 4, latin1_german1_ci 5, hp8_english_ci 6,
koi8r_general_ci 7, latin1_swedish_ci 8, latin2_general_ci 9, swe7_swedish_ci 10, ascii_general_ci 11,
ujis_japanese_ci 12, sjis_japanese_ci 13, cp1251_bulgarian_ci 14, latin1_danish_ci 15, hebrew_general_ci 16,
tis620_thai_ci 18, euckr_korean_ci 19, latin7_estonian_cs 20, latin2_hungarian_ci 21, koi8u_general_ci 22,
cp1251_ukrainian_ci 23, gb2312_chinese_ci 24, greek_general_ci 25, cp1250_general_ci 26, latin2_croatian_ci 27,
gbk_chinese_ci 28, cp1257_lithuanian_ci 29, latin5_turkish_ci 30, latin1_german2_ci 31, armscii8_general_ci 32,
utf8_general_ci 33, cp1250_czech_cs 34, ucs2_general_ci 35, cp866_general_ci 36, keybcs2_general_ci 37,
macce_general_ci 38, macroman_general_ci 39, cp852_general_ci 40, latin7_general_ci 41, latin7_general_cs 42,
macce_bin 43, cp1250_croatian_ci 44, utf8mb4_general_ci 45, utf8mb4_bin 46, latin1_bin 47, latin1_general_ci 48,
latin1_general_cs 49, cp1251_bin 50, cp1251_general_ci 51, cp1251_general_cs 52, macroman_bin 53,
utf16_general_ci 54, utf16_bin 55, utf16le_general_ci 56, cp1256_general_ci 57, cp1257_bin 58, cp1257_general_ci 59,
utf32_general_ci 60, utf32_bin 61, utf16le_bin 62, binary 63, armscii8_bin 64, ascii_bin 65, cp1250_bin 66,
cp1256_bin 67, cp866_bin 68, dec8_bin 69, greek_bin 70, hebrew_bin 71, hp8_bin 72, keybcs2_bin 73, koi8r_bin 74,
koi8u_bin 75, latin2_bin 77, latin5_bin 78, latin7_bin 79, cp850_bin 80, cp852_bin 81, swe7_bin 82, utf8_bin 83,
big5_bin 84, euckr_bin 85, gb2312_bin 86, gbk_bin 87, sjis_bin 88, tis620_bin 89, ucs2_bin 90, ujis_bin 91,
geostd8_general_ci 92, geostd8_bin 93, latin1_spanish_ci 94, cp932_japanese_ci 95, cp932_bin 96,
eucjpms_japanese_ci 97, eucjpms_bin 98, cp1250_polish_ci 99, ucs2_general_mysql500_ci 159, utf8_general_mysql500_ci 223, gb18030_chinese_ci 248,
gb18030_bin 249, gb18030_unicode_520_ci 250`;

/** Ids by collation name. */
export const collationIds: ReadonlyMap<string, number> = numbered();

function numbered(): Map<string, number> {
	const ids = new Map<string, number>();
	const words = plain.match(/\w+/g)!;
	for (let at = 0; at < words.length; at += 2) {
		ids.set(words[at]!, Number(words[at + 1]));
	}
	for (const [charset, first] of firstLanguage) {
		for (let place = 0; place < languages.length; place++) {
			ids.set(`${charset}_${languages[place]}_ci`, first + place);
		}
	}
	return ids;
}
