/**
 * Reads weights of characters and texts from MariaDB, by collation; null where it is not installed.
 *
 * Collations are named as in MySQL, and translated where MariaDB's name differs.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Connection, createConnection } from "mysql2/promise";
import { startMariadb } from "../../bench/peer/mariadb.ts";
import type { Contraction, WeightList } from "../../core/types/text/runs.ts";
import type { CharacterWeights } from "./print.ts";

/** MariaDB's `croatian` is a later order; MySQL's has another name there. */
function nameThere(collation: string): string {
	return collation
		.replace(/_croatian_ci$/, "_croatian_mysql561_ci")
		.replace(/^(cp1250)_croatian_mysql561_ci$/, "$1_croatian_ci")
		.replace(/^(latin2)_croatian_mysql561_ci$/, "$1_croatian_ci")
		.replace(/^utf8_/, "utf8mb3_");
}

export interface LetterPairs {
	readonly upper: CharacterWeights;
	readonly lower: CharacterWeights;
}

export class WeightSource {
	readonly #connection: Connection;
	readonly #stop: () => Promise<void>;

	private constructor(connection: Connection, stop: () => Promise<void>) {
		this.#connection = connection;
		this.#stop = stop;
	}

	static async open(): Promise<WeightSource | null> {
		const folder = mkdtempSync(join(tmpdir(), "verso-weights-"));
		const peer = await startMariadb(folder);
		if (peer === null) {
			rmSync(folder, { recursive: true, force: true });
			return null;
		}
		const { host, port, user } = peer.address;
		const connection = await createConnection({ host, port, user, charset: "utf8mb4_bin" });
		await connection.query("create database if not exists weights");
		await connection.query("use weights");
		return new WeightSource(connection, async () => {
			await connection.end();
			await peer.stop();
			rmSync(folder, { recursive: true, force: true });
		});
	}

	close(): Promise<void> {
		return this.#stop();
	}

	/** Returns the first column of a query's rows. */
	async column(sql: string, values: readonly (string | Buffer)[] = []): Promise<unknown[]> {
		const [rows] = await this.#connection.query({ sql, values: [...values], rowsAsArray: true });
		return (rows as unknown[][]).map(([value]) => value);
	}

	/** Returns the weights of Unicode characters in a collation of a UTF-8 charset, two bytes each. */
	async unicode(collation: string, last: number): Promise<CharacterWeights> {
		const there = nameThere(collation);
		return this.#weigh(
			`convert(char(seq using utf32) using ${there.split("_")[0]}) collate ${there}`,
			0,
			last,
			2,
			"where seq not between 55296 and 57343",
		);
	}

	/** Returns the weights of the 256 bytes of a charset. */
	async bytes(collation: string): Promise<CharacterWeights> {
		return this.#weigh(
			`convert(char(seq) using ${collation.split("_")[0]}) collate ${nameThere(collation)}`,
			0,
			255,
			1,
		);
	}

	/** Returns the weights of all pairs of bytes that are a character. */
	async pairs(collation: string): Promise<CharacterWeights> {
		const text = `convert(unhex(hex(seq)) using ${collation.split("_")[0]})`;
		return this.#weigh(
			`${text} collate ${nameThere(collation)}`,
			0x8100,
			0xfeff,
			2,
			`where hex(${text}) = hex(seq) and char_length(${text}) = 1`,
		);
	}

	/** Returns the letters that UPPER and LOWER change, by code point in UTF-8, else by their one or two bytes. */
	async letters(charset: string, collation: string | undefined, last: number): Promise<LetterPairs> {
		const isUtf8 = charset === "utf8mb4";
		const letter = isUtf8
			? "convert(char(seq using utf32) using utf8mb4)"
			: `convert(unhex(hex(seq)) using ${charset})`;
		const number = (text: string) => (isUtf8 ? `convert(${text} using utf32)` : text);
		const where = isUtf8
			? "seq not between 55296 and 57343"
			: `hex(${letter}) = hex(seq) and char_length(${letter}) = 1`;
		const form = async (name: string): Promise<CharacterWeights> => {
			const sql =
				`select seq, conv(hex(` +
				`${number(`${name}(${letter}${collation === undefined ? "" : ` collate ${collation}`})`)}), 16, 10) ` +
				`form from seq_0_to_${last} where ${where} having seq <> form order by seq`;
			const [rows] = await this.#connection.query({ sql, rowsAsArray: true });
			return (rows as [number, string][]).map(([character, form]) => [Number(character), [Number(form)]]);
		};
		return { upper: await form("upper"), lower: await form("lower") };
	}

	/** Returns the texts (lists of code points) whose weights differ from those of their characters one by one. */
	async contractions(collation: string, texts: readonly (readonly number[])[]): Promise<Contraction[]> {
		const found: Contraction[] = [];
		for (let from = 0; from < texts.length; from += 2000) {
			const some = texts.slice(from, from + 2000);
			const weighed = (text: string) =>
				`hex(weight_string(convert('${text}' using utf8mb4) collate ${nameThere(collation)}))`;
			const rows = await this.column(
				some
					.map((text) => {
						const parts = text.map((character) => weighed(String.fromCodePoint(character)));
						const whole = weighed(String.fromCodePoint(...text));
						return `select if(${whole} = concat(${parts.join(", ")}), null, ${whole})`;
					})
					.join(" union all "),
			);
			rows.forEach((row, at) => {
				if (row !== null) {
					found.push({ characters: some[at]!, weights: weightsOf(row as string, 2) });
				}
			});
		}
		return found;
	}

	/** Returns the weights of whole texts, as hexadecimal digits. */
	async texts(collation: string, texts: readonly Buffer[]): Promise<string[]> {
		const charset = nameThere(collation).split("_")[0]!;
		const select = texts.map(
			(text) => `select hex(weight_string(_${charset} 0x${text.toString("hex")} collate ${nameThere(collation)}))`,
		);
		return (await this.column(select.join(" union all "))) as string[];
	}

	/** Returns the comparison of each text with the next: -1, 0 or 1. */
	async orders(collation: string, texts: readonly Buffer[]): Promise<number[]> {
		const charset = nameThere(collation).split("_")[0]!;
		const words = texts.map((text) => `_${charset} 0x${text.toString("hex")} collate ${nameThere(collation)}`);
		return (
			await this.column(
				words
					.slice(1)
					.map((word, at) => `select strcmp(${words[at]}, ${word})`)
					.join(" union all "),
			)
		).map(Number);
	}

	async #weigh(text: string, first: number, last: number, width: number, where = ""): Promise<CharacterWeights> {
		const [rows] = await this.#connection.query({
			sql: `select seq, hex(weight_string(${text})) from seq_${first}_to_${last} ${where} order by seq`,
			rowsAsArray: true,
		});
		return (rows as [number, string][]).map(([character, weights]) => [Number(character), weightsOf(weights, width)]);
	}
}

function weightsOf(digits: string, width: number): WeightList {
	const weights: number[] = [];
	for (let at = 0; at < digits.length; at += width * 2) {
		weights.push(Number.parseInt(digits.slice(at, at + width * 2), 16));
	}
	return weights;
}
