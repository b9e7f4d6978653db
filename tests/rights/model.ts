/**
 * Model of MySQL's privileges on rows: grants and a statement's accesses give `ok` or the error code.
 *
 * Tables of two columns in two databases.
 */
export const words = ["select", "insert", "update", "delete"] as const;
export type Word = (typeof words)[number];

/** `""` is global, `d` a database, `d.t` a table, `d.t.a` a column. */
type Place = string;

export class Model {
	readonly #granted = new Set<string>();

	grant(word: Word, place: Place): void {
		this.#granted.add(`${word} ${place}`);
	}

	/** A privilege revoked on a table is also revoked on its columns. */
	revoke(word: Word, place: Place): void {
		for (const each of [...this.#granted]) {
			const isOfTable = place.split(".").length === 2 && each.startsWith(`${word} ${place}.`);
			if (each === `${word} ${place}` || isOfTable) {
				this.#granted.delete(each);
			}
		}
	}

	answer(touches: readonly Touch[]): "ok" | 1142 | 1143 {
		for (const { table, whole } of touches) {
			if (
				!whole.every(
					(word) => this.#onTable(word, table) || ["a", "b"].some((column) => this.#has(word, `${table}.${column}`)),
				)
			) {
				return 1142;
			}
		}
		for (const { table, columns } of touches) {
			for (const { word, column, isAmongAll } of columns) {
				if (!this.#onTable(word, table) && !this.#has(word, `${table}.${column}`)) {
					return isAmongAll === true ? 1142 : 1143;
				}
			}
		}
		return "ok";
	}

	#has(word: Word, place: Place): boolean {
		return this.#granted.has(`${word} ${place}`);
	}

	#onTable(word: Word, table: string): boolean {
		return ["", table.split(".")[0]!, table].some((place) => this.#has(word, place));
	}
}

/** A statement's access to one table. */
export interface Touch {
	readonly table: string;
	readonly whole: readonly Word[];
	readonly columns: readonly { readonly word: Word; readonly column: string; readonly isAmongAll?: true }[];
}
