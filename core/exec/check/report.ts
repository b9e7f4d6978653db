/**
 * Report of a consistency check: counts, findings (errors) and notes (leftovers of killed processes).
 */
interface Finding {
	/** A table, an index, a record, in readable form. */
	readonly where: string;
	readonly sentence: string;
}

export interface TableReport {
	readonly database: string;
	readonly table: string;
	readonly rows: number;
	/** Entries by secondary index. */
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

/** A damaged index has as many findings as entries; more than these are not useful. */
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
