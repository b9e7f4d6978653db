/**
 * Statements of a report by id: places in files, neighbours as ranges.
 */
import type { Series } from "../../workload/series.ts";
import type { LongReport, ReportedStatement } from "./format.ts";

export class StatementsById {
	readonly #statements: Series<ReportedStatement>;
	/** Made where an id is not the number of its statement. */
	#places: ReadonlyMap<string, number> | undefined;

	constructor({ statements }: LongReport) {
		this.#statements = statements;
	}

	#placeOf(id: string): number | undefined {
		const place = Number(id.slice(1)) - 1;
		if (this.#places === undefined && this.#statements.at(Math.max(place, 0))?.id === id) {
			return place;
		}
		this.#places ??= new Map(Array.from(this.#statements, (each, at) => [each.id, at]));
		return this.#places.get(id);
	}

	/** Those that the report has; a partial report may name others. */
	of(ids: readonly string[]): ReportedStatement[] {
		return ids.flatMap((id) => this.get(id) ?? []);
	}

	get(id: string): ReportedStatement | undefined {
		const place = this.#placeOf(id);
		return place === undefined ? undefined : this.#statements.at(place);
	}

	/** `shop.sql:3, 5, 8 to 12; users.sql:1`; ids that are not there as they are. Statements without another between them are a range. */
	places(ids: readonly string[]): string {
		const places = [...new Set(ids)].flatMap((id) => this.#placeOf(id) ?? []).sort((one, other) => one - other);
		const files = new Map<string, string[]>();
		for (let at = 0; at < places.length; ) {
			const first = this.#statements.at(places[at] as number) as ReportedStatement;
			let end = at;
			while (this.#isNext(places[end] as number, places[end + 1])) {
				end++;
			}
			const last = this.#statements.at(places[end] as number) as ReportedStatement;
			const lines = files.get(first.file) ?? [];
			lines.push(...rangeOf(first.line, last.line, end > at));
			files.set(first.file, lines);
			at = end + 1;
		}
		const missing = ids.filter((id) => this.#placeOf(id) === undefined);
		return [...[...files].map(([file, lines]) => `${file}:${[...new Set(lines)].join(", ")}`), ...missing].join("; ");
	}

	#isNext(place: number, next: number | undefined): boolean {
		if (next !== place + 1) {
			return false;
		}
		const [one, other] = [this.#statements.at(place), this.#statements.at(next)];
		return one !== undefined && one.file === other?.file && one.line <= other.line;
	}
}

function rangeOf(first: number, last: number, isSeveral: boolean): string[] {
	if (!isSeveral || first === last) {
		return [String(first)];
	}
	return last === first + 1 ? [String(first), String(last)] : [`${first} to ${last}`];
}
