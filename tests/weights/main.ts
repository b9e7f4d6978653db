/**
 * `npm run weights`: writes `core/types/weights/data/` from the weights of the installed MariaDB.
 *
 * One module for each family of collations, a text of runs each. Files that agree with MariaDB stay unchanged;
 * `weights.test.ts` compares them.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { allCollations } from "../../core/types/collation/collation.ts";
import { charsetNamed, charsets } from "../../core/types/text/charset.ts";
import { implicitWeights } from "../../core/types/collation/weights/code.ts";
import { programOf } from "../program-options.ts";
import { root } from "../root.ts";
import { findContractions } from "./contraction.ts";
import { type LetterPairs, WeightSource } from "./mariadb.ts";
import { type CharacterWeights, inLines, printContractions, printRuns } from "./print.ts";

programOf("weights", "Writes core/types/weights/data from what the installed MariaDB answers.").parse();
const folder = join(root, "core", "types", "collation", "weights", "data");
/** It compares by four levels, which are not stored. */
const levels = ["latin2_czech_cs"];

const source = await WeightSource.open();
if (source === null) {
	process.stderr.write("MariaDB is not installed\n");
	process.exit(1);
}
await writeGeneral(source);
await writeUnicode(source);
await writeBytes(source);
await writePairs(source);
await writeLetters(source);
await source.close();

async function writeGeneral(from: WeightSource): Promise<void> {
	const general = await from.unicode("utf8mb4_general_ci", 0xffff);
	const old = await from.unicode("utf8_general_mysql500_ci", 0xffff);
	write(
		"general",
		"Weights of `_general_ci` that differ from the character, and the differences of `_general_mysql500_ci`.",
		[
			constant("generalRuns", printRuns(general.filter(([character, [weight]]) => weight !== character))),
			constant("general500Runs", printRuns(differing(old, general))),
		],
	);
}

async function writeUnicode(from: WeightSource): Promise<void> {
	const oldest = await from.unicode("utf8mb4_unicode_ci", 0xffff);
	write("unicode-400", "Weights of `_unicode_ci` (Unicode collation algorithm 4.0.0), characters up to ffff.", [
		constant("unicode400Runs", printRuns(explicit(oldest))),
	]);
	const newer = await from.unicode("utf8mb4_unicode_520_ci", 0x10ffff);
	write("unicode-520", "Weights of `_unicode_520_ci` (Unicode collation algorithm 5.2.0).", [
		constant("unicode520Runs", printRuns(explicit(newer))),
	]);
	const entries: string[] = [];
	for (const { name } of allCollations()) {
		const language = /^utf8mb4_(\w+)_ci$/.exec(name)?.[1];
		if (language === undefined || ["general", "unicode", "unicode_520"].includes(language)) {
			continue;
		}
		const changed = differing(await from.unicode(name, 0xffff), oldest);
		const contractions = printContractions(
			await findContractions(
				from,
				name,
				changed.map(([character]) => character),
			),
		);
		const together = contractions.length === 0 ? "" : `,\n\t\tcontractions: \`\n${inLines(contractions, 140)}\`,`;
		entries.push(
			`\t${language}: {\n\t\truns: \`\n${inLines(printRuns(changed), 140)}\`${together === "" ? "," : together}\n\t},`,
		);
	}
	write("language", "Tailorings of languages: their differences from `_unicode_ci`.", [
		`export const languageRuns = (): Readonly<Record<string, { readonly runs: string; readonly ` +
			`contractions?: string }>> => ({\n${entries.join("\n")}\n});\n`,
	]);
}

/** A character without an entry has the implicit weights of its code point. */
function explicit(weights: CharacterWeights): CharacterWeights {
	return weights.filter(([character, list]) => String(list) !== String(implicitWeights(character)));
}

function differing(weights: CharacterWeights, from: CharacterWeights): CharacterWeights {
	const other = new Map(from.map(([character, list]) => [character, String(list)]));
	return weights.filter(([character, list]) => other.get(character) !== String(list));
}

async function writeBytes(from: WeightSource): Promise<void> {
	const entries: string[] = [];
	for (const { name } of allCollations()) {
		const charset = charsetNamed(name.split("_")[0]!)!;
		if (
			charset.maxBytes > 1 ||
			name === "binary" ||
			name.endsWith("_bin") ||
			name === "tis620_thai_ci" ||
			levels.includes(name)
		) {
			continue;
		}
		const weights = (await from.bytes(name)).filter(([byte, list]) => String(list) !== String(byte));
		entries.push(`\t${name}: "${printRuns(weights).join(" ")}",`);
	}
	write("byte", "Weights of single-byte charsets.", [
		`export const byteRuns = (): Readonly<Record<string, string>> => ({\n${entries.join("\n")}\n});\n`,
	]);
}

async function writePairs(from: WeightSource): Promise<void> {
	const bytes = (await from.pairs("gbk_chinese_ci")).flatMap(([, [weight]]) => [weight! >> 8, weight! & 0xff]);
	const digits = Buffer.from(bytes)
		.toString("base64")
		.match(/.{1,180}/g)!;
	write("gbk", "Weights of gbk's byte pairs, in byte order, two bytes each, in base64.", [
		`export const gbkDigits = (): string => \`\n${digits.join("\n")}\`;\n`,
	]);
}

/** Unicode letters are stored by the collation that changes them; letters of other charsets by charset. */
async function writeLetters(from: WeightSource): Promise<void> {
	const entries: string[] = [];
	const plain = await from.letters("utf8mb4", "utf8mb4_general_ci", 0x10ffff);
	const put = (name: string, { upper, lower }: LetterPairs) => {
		const printed = [upper, lower].map((letters) => inLines(printRuns(letters), 180));
		entries.push(`\t${name}: {\n\t\tupper: \`\n${printed[0]}\`,\n\t\tlower: \`\n${printed[1]}\`,\n\t},`);
	};
	put("unicode", plain);
	for (const name of ["unicode_520", "turkish"]) {
		const { upper, lower } = await from.letters("utf8mb4", `utf8mb4_${name}_ci`, 0x10ffff);
		put(name, { upper: changed(upper, plain.upper), lower: changed(lower, plain.lower) });
	}
	for (const { name, minBytes } of charsets) {
		if (minBytes === 1 && !/^(utf8|binary|gb18030)/.test(name)) {
			put(name, await from.letters(name, undefined, charsetNamed(name)!.maxBytes > 1 ? 0xfeff : 0xff));
		}
	}
	write("letter", "Case pairs of letters, by charset or collation.", [
		`export const letterRuns: Readonly<Record<string, { readonly upper: string; readonly lower: string ` +
			`}>> = {\n${entries.join("\n")}\n};\n`,
	]);
}

/** Returns the letters that differ from the plain ones; a letter with another form only there maps to itself. */
function changed(letters: CharacterWeights, plain: CharacterWeights): CharacterWeights {
	const here = new Set(letters.map(([letter]) => letter));
	const back = plain.filter(([letter]) => !here.has(letter)).map(([letter]) => [letter, [letter]] as const);
	return [...differing(letters, plain), ...back].sort((a, b) => a[0] - b[0]);
}

function constant(name: string, runs: readonly string[]): string {
	return `export const ${name} = (): string => \`\n${inLines(runs, 180)}\`;\n`;
}

function write(name: string, about: string, parts: readonly string[]): void {
	const opening =
		`/**\n * ${about}\n *\n * Read by \`${name === "gbk" ? "weights/gbk.ts" : "text/runs.ts"}\`. ` +
		"Written by `npm run weights`.\n */\n";
	writeFileSync(join(folder, `${name}.ts`), opening + parts.join("\n"));
	process.stderr.write(`${name}.ts\n`);
}
