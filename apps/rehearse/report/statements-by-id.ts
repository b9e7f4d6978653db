/**
 * Statements of a report by id: places in files, neighbours as ranges.
 */
import type { RehearsalReport, ReportedStatement } from "./format.ts";

export class StatementsById {
	readonly #places = new Map<string, number>();
	readonly #statements: readonly ReportedStatement[];

	constructor({ statements }: RehearsalReport) {
		this.#statements = statements;
		for (const [at, { id }] of statements.entries()) {
			this.#places.set(id, at);
		}
	}

	/** Those that the report has; a partial report may name others. */
	of(ids: readonly string[]): ReportedStatement[] {
		return ids.flatMap((id) => this.get(id) ?? []);
	}

	get(id: string): ReportedStatement | undefined {
		return this.#statements[this.#places.get(id) ?? -1];
	}

	/** `shop.sql:3, 5, 8 to 12; users.sql:1`; ids that are not there as they are. Statements without another between them are a range. */
	places(ids: readonly string[]): string {
		const places = [...new Set(ids)].flatMap((id) => this.#places.get(id) ?? []).sort((one, other) => one - other);
		const files = new Map<string, string[]>();
		for (let at = 0; at < places.length; ) {
			const first = this.#statements[places[at] as number] as ReportedStatement;
			let end = at;
			while (this.#isNext(places[end] as number, places[end + 1])) {
				end++;
			}
			const last = this.#statements[places[end] as number] as ReportedStatement;
			const lines = files.get(first.file) ?? [];
			lines.push(...rangeOf(first.line, last.line, end > at));
			files.set(first.file, lines);
			at = end + 1;
		}
		const missing = ids.filter((id) => !this.#places.has(id));
		return [...[...files].map(([file, lines]) => `${file}:${[...new Set(lines)].join(", ")}`), ...missing].join("; ");
	}

	#isNext(place: number, next: number | undefined): boolean {
		const [one, other] = [this.#statements[place], this.#statements[next ?? -1]];
		return next === place + 1 && one !== undefined && one.file === other?.file && one.line <= other.line;
	}
}

function rangeOf(first: number, last: number, isSeveral: boolean): string[] {
	if (!isSeveral || first === last) {
		return [String(first)];
	}
	return last === first + 1 ? [String(first), String(last)] : [`${first} to ${last}`];
}
