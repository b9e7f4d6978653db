/**
 * Mutator: small seeded changes of bytes and of statements, the same in every run with the same seed.
 */
import { Random } from "../../bench/random.ts";

const edgeBytes = [0x00, 0x01, 0x7f, 0x80, 0xfa, 0xfb, 0xfc, 0xfe, 0xff];
const edgeWords = [
	"null",
	"0",
	"-1",
	"18446744073709551615",
	"1e308",
	"''",
	"'ä🌀'",
	"0x00ff",
	"@x",
	"(",
	")",
	",",
	"*",
	"select",
	"distinct",
	"in (1)",
	"order by 1",
	"/*",
	"`",
	"'",
];

export class Mutator {
	readonly #random: Random;

	constructor(seed: number) {
		this.#random = new Random(seed);
	}

	below(count: number): number {
		return this.#random.between(0, Math.max(0, count - 1));
	}

	one<T>(of: readonly T[]): T {
		return of[this.below(of.length)] as T;
	}

	/** One to four changes: a byte set, flipped, removed or doubled, a part cut off, or taken from another sample. */
	bytes(sample: Buffer, others: readonly Buffer[]): Buffer {
		let made = sample;
		for (let left = 1 + this.below(4); left > 0; left--) {
			const at = this.below(made.length + 1);
			const end = Math.min(made.length, at + 1 + this.below(16));
			const before = made.subarray(0, at);
			switch (this.below(6)) {
				case 0:
					made = Buffer.concat([before, Buffer.of(this.one(edgeBytes)), made.subarray(at + 1)]);
					break;
				case 1:
					made = Buffer.concat([before, Buffer.of((made[at] ?? 0) ^ (1 << this.below(8))), made.subarray(at + 1)]);
					break;
				case 2:
					made = Buffer.concat([before, made.subarray(end)]);
					break;
				case 3:
					made = Buffer.concat([made.subarray(0, end), made.subarray(at)]);
					break;
				case 4:
					made = before;
					break;
				default: {
					const other = this.one(others);
					made = Buffer.concat([before, other.subarray(this.below(other.length))]);
				}
			}
		}
		return made;
	}

	/** One to three changes: a word removed, doubled, exchanged, or taken from another statement. */
	statement(sample: string, others: readonly string[]): string {
		const words = wordsOf(sample);
		for (let left = 1 + this.below(3); left > 0; left--) {
			const [at, other] = [this.below(words.length), this.below(words.length)];
			switch (this.below(5)) {
				case 0:
					words.splice(at, 1);
					break;
				case 1:
					words.splice(at, 0, words[at] ?? "");
					break;
				case 2:
					[words[at], words[other]] = [words[other] ?? "", words[at] ?? ""];
					break;
				case 3:
					words[at] = this.one(edgeWords);
					break;
				default:
					words[at] = this.one(wordsOf(this.one(others)));
			}
		}
		return words.join(" ");
	}
}

function wordsOf(statement: string): string[] {
	return statement.match(/'[^']*'|`[^`]*`|[\w$@.]+|[^\s\w]/g) ?? [];
}
