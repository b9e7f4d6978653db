/**
 * schema-load: as what the charsets of stored tables and columns are read.
 *
 * In: facts as stored, and the settings. Out: the pair from now on. Nothing is written: with another rule or setting
 * the stored form is back.
 */
import { type AnswerKinds, text, statedPair } from "./answer.ts";
import { canonicalCharset } from "./clause.ts";
import type { BirthFacts, CharsetPair } from "./facts.ts";
import { Hook } from "./hook.ts";
import type { Settings } from "./switch.ts";

export class SchemaLoad extends Hook {
	static readonly hook: string = "schema-load";
	static override readonly answers: AnswerKinds = {
		...Hook.answers,
		table: statedPair,
		column: statedPair,
		spell: text,
		text: statedPair,
	};

	/** A word that was recorded empty stays so here: what it stands for is the server's default. */
	table(table: BirthFacts, _settings: Settings): CharsetPair {
		return { charset: this.spell(table.resolved.charset), collation: table.resolved.collation };
	}

	/** Asked for columns of character types. */
	column(column: BirthFacts, _table: BirthFacts, _settings: Settings): CharsetPair {
		return { charset: this.spell(column.resolved.charset), collation: column.resolved.collation };
	}

	/** The spelling in which a recorded charset's name counts. */
	spell(word: string): string {
		return canonicalCharset(word);
	}

	/** The charset whose bytes a column's text is, and the collation it is compared by. */
	text(pair: CharsetPair): CharsetPair {
		return pair;
	}
}
