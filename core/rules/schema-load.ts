/**
 * Hook schema-load: the charsets that stored tables and columns are read as.
 *
 * Nothing is written: under another rule or setting the stored form applies again.
 */
import { type AnswerKinds, text, statedPair } from "./answer.ts";
import { canonicalCharset } from "./clause.ts";
import type { BirthFacts, CharsetPair } from "./facts.ts";
import { Hook } from "./hook.ts";
import type { Settings } from "./setting/switch.ts";

/** Questions about stored charsets. */
export class SchemaLoad extends Hook {
	static readonly hook: string = "schema-load";
	static override readonly answers: AnswerKinds = {
		...Hook.answers,
		table: statedPair,
		column: statedPair,
		spell: text,
		text: statedPair,
	};

	/** @returns the pair of a table; a word recorded empty stays empty and stands for the server's default */
	table(table: BirthFacts, _settings: Settings): CharsetPair {
		return { charset: this.spell(table.resolved.charset), collation: table.resolved.collation };
	}

	/** @returns the pair of a column of a character type */
	column(column: BirthFacts, _table: BirthFacts, _settings: Settings): CharsetPair {
		return { charset: this.spell(column.resolved.charset), collation: column.resolved.collation };
	}

	/** @returns the spelling of a recorded charset's name */
	spell(word: string): string {
		return canonicalCharset(word);
	}

	/** @returns the charset of a column's stored bytes, and the collation it is compared by */
	text(pair: CharsetPair): CharsetPair {
		return pair;
	}
}
