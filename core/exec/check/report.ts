/**
 * What a check counted and found.
 *
 * In: told by the walkers. Out: plain data. A finding is wrong and makes the check fail; a note is what a killed
 * process may leave behind, which the next server tidies up.
 */
interface Finding {
	/** A table, an index, a record: as a person would name it. */
	readonly where: string;
	readonly sentence: string;
}

export interface TableReport {
	readonly database: string;
	readonly table: string;
	readonly rows: number;
	/** Entries by index, the primary key left out: its entries are the rows. */
	readonly entries: Readonly<Record<string, number>>;
}

export interface CheckReport {
	readonly databases: number;
	readonly tables: readonly TableReport[];
	readonly findings: readonly Finding[];
	readonly notes: readonly Finding[];
	/** Findings beyond those listed. */
	readonly unlisted: number;
}

/** A damaged index has as many findings as entries: nobody reads more than these. */
const maximumListed = 100;

export class Findings {
	readonly #findings: Finding[] = [];
	readonly #notes: Finding[] = [];
	#unlisted = 0;

	find(where: string, sentence: string): void {
		if (this.#findings.length < maximumListed) {
			this.#findings.push({ where, sentence });
		} else {
			this.#unlisted++;
		}
	}

	get isSound(): boolean {
		return this.#findings.length === 0;
	}

	note(where: string, sentence: string): void {
		this.#notes.push({ where, sentence });
	}

	report(databases: number, tables: readonly TableReport[]): CheckReport {
		return { databases, tables, findings: this.#findings, notes: this.#notes, unlisted: this.#unlisted };
	}
}
