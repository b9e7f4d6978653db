/**
 * Statements of a report by id: places in files, neighbours as ranges.
 */
import type { Series } from "../../workload/series.ts";
import type { LongReport, ReportedStatement } from "./format.ts";

export class StatementsById {
	readonly #statements: Series<ReportedStatement>;
	/** Undefined: ids are the numbers of statements, from `s1` on. */
	readonly #places: ReadonlyMap<string, number> | undefined;

	constructor({ statements }: LongReport) {
		this.#statements = statements;
		const { length } = statements;
		const isNumbered =
			length === 0 || (statements.at(0)?.id === "s1" && statements.at(length - 1)?.id === `s${length}`);
		this.#places = isNumbered ? undefined : new Map(Array.from(statements, ({ id }, at) => [id, at]));
	}

	#placeOf(id: string): number | undefined {
		if (this.#places !== undefined) {
			return this.#places.get(id);
		}
		const number = /^s[1-9]\d*$/.test(id) ? Number(id.slice(1)) : 0;
		return number >= 1 && number <= this.#statements.length ? number - 1 : undefined;
	}

	/** Those that the report has; a partial report may name others. */
	of(ids: readonly string[]): ReportedStatement[] {
		return ids.flatMap((id) => this.get(id) ?? []);
	}

	get(id: string): ReportedStatement | undefined {
		const place = this.#placeOf(id);
		return place === undefined ? undefined : this.#statements.at(place);
	}

	/**
	 * `shop.sql:3, 5, 8 to 12; users.sql:1`; ids that are not there as they are. Statements without another between them
	 * are a range.
	 *
	 * @param most - characters, behind which no more are gathered: for callers that cut the text there
	 */
	places(ids: readonly string[], most = Number.POSITIVE_INFINITY): string {
		const missing: string[] = [];
		const places: number[] = [];
		for (const id of ids) {
			const place = this.#placeOf(id);
			if (place === undefined) {
				missing.push(id);
			} else if (place !== places.at(-1)) {
				places.push(place);
			}
		}
		const sorted = places.sort((one, other) => one - other).filter((place, at) => place !== places[at - 1]);
		const files = new Map<string, string[]>();
		let gathered = 0;
		for (let at = 0; at < sorted.length && gathered <= most; ) {
			const first = this.#statements.at(sorted[at] as number) as ReportedStatement;
			let end = at;
			while (this.#isNext(sorted[end] as number, sorted[end + 1])) {
				end++;
			}
			const last = this.#statements.at(sorted[end] as number) as ReportedStatement;
			const lines = files.get(first.file) ?? [];
			// Several statements of a line are one place.
			const added = rangeOf(first.line, last.line, end > at).filter((each) => each !== lines.at(-1));
			lines.push(...added);
			gathered += added.join().length;
			files.set(first.file, lines);
			at = end + 1;
		}
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
