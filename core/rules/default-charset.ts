/**
 * default-charset: which charset and collation a database, table or column gets.
 *
 * In: the clause as it was read and what surrounds it. Out: a pair, or a refusal. By then the charset-clause
 * questions have refused words that don't exist or don't fit each other.
 */
import { type AnswerKinds, refusal, charsetPair, statedPair, either } from "./answer.ts";
import { defaultCollation, filledPair, resolveClause } from "./clause.ts";
import type { CharsetPair, Clause, DatabaseFacts, Surroundings } from "./facts.ts";
import { Hook } from "./hook.ts";
import type { Refusal } from "./refusal.ts";

export class DefaultCharset extends Hook {
	static readonly hook: string = "default-charset";
	static override readonly answers: AnswerKinds = {
		...Hook.answers,
		server: charsetPair,
		database: charsetPair,
		createDatabase: either(statedPair, refusal),
		createTable: either(statedPair, refusal),
		createColumn: either(statedPair, refusal),
		copyPair: statedPair,
	};

	/** The server's default: what everything falls back to. */
	server(): CharsetPair {
		return { charset: "utf8", collation: "utf8_bin" };
	}

	/**
	 * What a database means today for tables without a clause. Without a clause of its own it follows the server's
	 * default.
	 */
	database(database: DatabaseFacts): CharsetPair {
		return resolveClause(database.written, this.server());
	}

	/** What is recorded of a new or altered database. */
	createDatabase(written: Clause): CharsetPair | Refusal {
		return resolveClause(written, this.server());
	}

	/** What is recorded of a new table. An empty collation is one nobody wrote: the charset's default. */
	createTable(written: Clause, database: CharsetPair): CharsetPair | Refusal {
		const full = resolveClause(written, filledPair(database, this.server()));
		const implied = written.collation === undefined && full.collation === defaultCollation(full.charset);
		return implied ? { charset: full.charset, collation: "" } : full;
	}

	/** The charset of a new column of a character type. */
	createColumn(written: Clause, around: Surroundings): CharsetPair | Refusal {
		return resolveClause(written, filledPair(around.table, around.server));
	}

	/** What CREATE TABLE ... LIKE records of a table or column: `stated` is what the model is read as. */
	copyPair(resolved: CharsetPair, _stated: CharsetPair): CharsetPair {
		return resolved;
	}
}
