/**
 * Weights of every character, and comparison of random texts, equal MariaDB's; printed runs round-trip.
 */
import test from "ava";
import { collationNamed } from "../../core/types/collation/collation.ts";
import { allCollations } from "../../core/types/collation/collation.ts";
import { charsetNamed } from "../../core/types/text/charset.ts";
import { letterCase } from "../../core/types/text/letter-case.ts";
import { encodeText } from "../../core/types/value/value.ts";
import { implicitWeights } from "../../core/types/collation/weights/code.ts";
import { printRuns } from "./print.ts";
import { readRuns, WeightPages } from "../../core/types/text/runs.ts";
import { WeightSource } from "./mariadb.ts";

const source = await WeightSource.open();
test.after.always(() => source?.close());
const compared = source === null ? test.skip : test.serial;
if (source === null) {
	process.stderr.write("NOT TESTED: weights against MariaDB, which is not installed\n");
}

const hexOf = (bytes: string) => Buffer.from(bytes, "latin1").toString("hex").toUpperCase();
const weightsHex = (weights: readonly number[], width: number) =>
	weights
		.map((weight) => weight.toString(16).padStart(width * 2, "0"))
		.join("")
		.toUpperCase();

/** MySQL's names by family; utf16, ucs2 and utf32 share utf8mb4's weights. */
const unicodeNames = allCollations()
	.map(({ name }) => name)
	.filter((name) => /^utf8mb4_\w+_ci$/.test(name));
const approximate = ["latin2_czech_cs"];
const byteNames = allCollations()
	.map(({ name }) => name)
	.filter(
		(name) =>
			charsetNamed(name.split("_")[0]!)!.maxBytes === 1 &&
			name !== "binary" &&
			!name.endsWith("_bin") &&
			!approximate.includes(name),
	);

for (const name of [...unicodeNames, "utf8_general_mysql500_ci", "utf8_unicode_ci"]) {
	compared(`${name}: every character`, async (t) => {
		const { printWeights } = collationNamed(name)!;
		const last = name.startsWith("utf8mb4") && /general|unicode/.test(name) ? 0x10ffff : 0xffff;
		const wrong = (await source!.unicode(name, last)).filter(
			([character, weights]) =>
				hexOf(printWeights(encodeText(String.fromCodePoint(character)))) !== weightsHex(weights, 2),
		);
		t.deepEqual(wrong.slice(0, 5), []);
	});
}

compared("single-byte charsets: every byte", async (t) => {
	for (const name of byteNames) {
		const { printWeights } = collationNamed(name)!;
		const wrong = (await source!.bytes(name)).filter(
			([byte, weights]) => hexOf(printWeights(String.fromCharCode(byte))) !== weightsHex(weights, 1),
		);
		t.deepEqual(wrong.slice(0, 5), [], name);
	}
});

for (const name of [
	"gbk_chinese_ci",
	"sjis_japanese_ci",
	"euckr_korean_ci",
	"gb2312_chinese_ci",
	"ujis_japanese_ci",
	"cp932_japanese_ci",
]) {
	compared(`${name}: every pair`, async (t) => {
		const { printWeights } = collationNamed(name)!;
		const wrong = (await source!.pairs(name)).filter(
			([pair, weights]) => hexOf(printWeights(String.fromCharCode(pair >> 8, pair & 0xff))) !== weightsHex(weights, 2),
		);
		t.deepEqual(wrong.slice(0, 5), []);
	});
}

compared("upper-case and lower-case letters", async (t) => {
	const named = [
		"utf8mb4_general_ci",
		"utf8mb4_unicode_520_ci",
		"utf8mb4_turkish_ci",
		"latin1_swedish_ci",
		"latin5_turkish_ci",
		"cp1251_general_ci",
		"greek_general_ci",
		"gbk_chinese_ci",
		"sjis_japanese_ci",
	];
	for (const name of named) {
		const { charset } = collationNamed(name)!;
		const isUtf8 = charset === "utf8mb4";
		const last = isUtf8 ? 0x1ffff : charsetNamed(charset)!.maxBytes > 1 ? 0xfeff : 0xff;
		const letters = await source!.letters(charset, isUtf8 ? name : undefined, last);
		const bytesOf = (letter: number) =>
			isUtf8
				? encodeText(String.fromCodePoint(letter))
				: String.fromCharCode(...(letter > 0xff ? [letter >> 8] : []), letter & 0xff);
		for (const form of ["upper", "lower"] as const) {
			const change = letterCase(charset, name, form);
			const wrong = letters[form].filter(([letter, [other]]) => change(bytesOf(letter)) !== bytesOf(other!));
			const others = new Set(letters[form].map(([letter]) => letter));
			const more = Array.from({ length: isUtf8 ? 0xd800 : 0x100 }, (_, letter) => letter).filter(
				(letter) => !others.has(letter) && change(bytesOf(letter)) !== bytesOf(letter),
			);
			t.deepEqual([wrong.slice(0, 5), more.slice(0, 5)], [[], []], `${name} ${form}`);
		}
	}
});

/** Pseudo-random numbers, the same in each run. */
function randomFrom(seed: number): (below: number) => number {
	let state = seed;
	return (below) => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return Math.floor((state / 0x100000000) * below);
	};
}

const alphabet = [..." \t!0aAbBcChHsSzZdDlLjJnNyYäÄåßæéıſÿœØ\u0301\u0300\u0001\u00adаяЖαΩאبกไ가힣一龥㐀豈𐐀😀"];

for (const name of [
	...unicodeNames,
	"utf16_unicode_ci",
	"ucs2_general_ci",
	"utf32_czech_ci",
	"utf16_bin",
	"utf8mb4_bin",
]) {
	compared(`${name}: texts in the order of MariaDB`, async (t) => {
		const collation = collationNamed(name)!;
		const charset = charsetNamed(collation.charset)!;
		const random = randomFrom(collation.id);
		const some = charset.maxBytes > 3 ? alphabet : alphabet.filter((character) => character.length === 1);
		const texts = Array.from({ length: 1200 }, () =>
			charset.encode(Array.from({ length: random(5) + 1 }, () => some[random(some.length)]!).join("")),
		);
		const bytes = texts.map((text) => Buffer.from(text, "latin1"));
		const orders = await source!.orders(name, bytes);
		const wrong = orders.flatMap((order, at) => {
			const [a, b] = [texts[at]!, texts[at + 1]!];
			const keys =
				collation.sortKey(a) < collation.sortKey(b) ? -1 : collation.sortKey(a) > collation.sortKey(b) ? 1 : 0;
			const right =
				Math.sign(collation.compare(a, b)) === order &&
				keys === order &&
				(collation.groupKey(a) === collation.groupKey(b)) === (order === 0);
			return right ? [] : [[hexOf(a), hexOf(b), order, keys, Math.sign(collation.compare(a, b))]];
		});
		t.deepEqual(wrong.slice(0, 5), []);
		const printed = await source!.texts(name, bytes.slice(0, 300));
		t.deepEqual(
			texts.slice(0, 300).map((text) => hexOf(collation.printWeights(text))),
			printed,
		);
	});
}

/** All texts of two of these bytes are compared, and many of up to six. */
const thaiBytes = [
	0x20, 0x41, 0x61, 0xa1, 0xa2, 0xce, 0xcf, 0xd0, 0xdf, 0xe0, 0xe4, 0xe5, 0xe7, 0xe8, 0xeb, 0xec, 0xed,
];

const czechBytes = [
	0x09, 0x20, 0x21, 0x41, 0x43, 0x48, 0x61, 0x63, 0x64, 0x68, 0x69, 0x8a, 0x9a, 0xc8, 0xd8, 0xe1, 0xe8, 0xf8,
];

for (const [name, some] of [
	["tis620_thai_ci", thaiBytes],
	["cp1250_czech_cs", czechBytes],
] as const) {
	compared(`${name}: texts of a few bytes`, async (t) => {
		const collation = collationNamed(name)!;
		const random = randomFrom(18);
		const pairs = some.flatMap((first) => some.map((second) => [first, second]));
		const longer = Array.from({ length: 1500 }, () =>
			Array.from({ length: random(5) + 2 }, () => some[random(some.length)]!),
		);
		const bytes = [...pairs, ...longer].map((text) => Buffer.from(text));
		const texts = bytes.map((text) => text.toString("latin1"));
		const printed = await source!.texts(name, bytes);
		t.deepEqual(
			texts
				.flatMap((text, at) =>
					hexOf(collation.printWeights(text)) === printed[at]
						? []
						: [[hexOf(text), printed[at], hexOf(collation.printWeights(text))]],
				)
				.slice(0, 5),
			[],
		);
		const orders = await source!.orders(name, bytes);
		const wrong = orders.flatMap((order, at) => {
			const [a, b] = [texts[at]!, texts[at + 1]!];
			const keys =
				collation.sortKey(a) < collation.sortKey(b) ? -1 : collation.sortKey(a) > collation.sortKey(b) ? 1 : 0;
			return Math.sign(collation.compare(a, b)) === order && keys === order ? [] : [[hexOf(a), hexOf(b), order, keys]];
		});
		t.deepEqual(wrong.slice(0, 5), []);
		t.deepEqual(
			texts
				.filter((text) =>
					[1, 2, 3].some((length) => !collation.sortKey(text).startsWith(collation.prefixKey(text.slice(0, length)))),
				)
				.map(hexOf)
				.slice(0, 5),
			[],
		);
	});
}

test("printed runs are parsed to the same weights", (t) => {
	const entries = [
		[0, [5]],
		[1, [6]],
		[2, [7]],
		[4, []],
		[5, []],
		[9, [1, 2]],
		[300, [3]],
		[301, [3]],
		[0x1f600, [0x200]],
	] as const;
	const text = printRuns(entries).join("\n");
	const pages = readRuns(text, new WeightPages());
	for (const [character, weights] of entries) {
		const read = pages.at(character);
		t.deepEqual(typeof read === "number" ? [read] : read, [...weights], text);
	}
	t.is(pages.at(3), undefined);
	t.deepEqual(implicitWeights(0x4e00), [0xfb40, 0xce00]);
});
