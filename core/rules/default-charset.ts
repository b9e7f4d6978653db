/**
 * Hook default-charset: the charset and collation of databases, tables and columns.
 *
 * The charset-clause questions have refused unknown and unfitting words before.
 */
import { type AnswerKinds, charsetPair, statedPair, verdict } from "./answer.ts";
import { defaultCollation, filledPair, resolveClause } from "./clause.ts";
import type { CharsetPair, Clause, DatabaseFacts, Surroundings } from "./facts.ts";
import { Hook } from "./hook.ts";
import type { Refusal } from "./refusal.ts";

/** Questions about the charset an object gets. */
export class DefaultCharset extends Hook {
	static readonly hook: string = "default-charset";
	static override readonly answers: AnswerKinds = {
		...Hook.answers,
		server: charsetPair,
		database: charsetPair,
		createDatabase: verdict(statedPair),
		createTable: verdict(statedPair),
		createColumn: verdict(statedPair),
		copyPair: statedPair,
	};

	/** @returns the server's default, the last fallback */
	server(): CharsetPair {
		return { charset: "utf8", collation: "utf8_bin" };
	}

	/**
	 * @returns the pair for tables without a clause in a database; a database without a clause of its own follows the
	 *   server's default
	 */
	database(database: DatabaseFacts): CharsetPair {
		return resolveClause(database.written, this.server());
	}

	/** @returns the pair recorded for a new or altered database, or a refusal */
	createDatabase(written: Clause): CharsetPair | Refusal {
		return resolveClause(written, this.server());
	}

	/** @returns the pair recorded for a new table, or a refusal; an empty collation stands for the charset's default */
	createTable(written: Clause, database: CharsetPair): CharsetPair | Refusal {
		const full = resolveClause(written, filledPair(database, this.server()));
		const implied = written.collation === undefined && full.collation === defaultCollation(full.charset);
		return implied ? { charset: full.charset, collation: "" } : full;
	}

	/** @returns the pair of a new column of a character type, or a refusal */
	createColumn(written: Clause, around: Surroundings): CharsetPair | Refusal {
		return resolveClause(written, filledPair(around.table, around.server));
	}

	/**
	 * The pair that CREATE TABLE ... LIKE records for a table or column.
	 * @param _stated the pair that the model is read as
	 */
	copyPair(resolved: CharsetPair, _stated: CharsetPair): CharsetPair {
		return resolved;
	}
}
