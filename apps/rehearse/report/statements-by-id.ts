/**
 * Statements of a report by id: places in files, neighbours as ranges.
 */
import type { Series } from "../../workload/series.ts";
import type { LongFinding, LongReport, ReportedStatement } from "./format.ts";

/** Statements that were looked for, each read when it is asked for. */
export class FoundStatements implements Series<ReportedStatement> {
	readonly #statements: Series<ReportedStatement>;
	/** In the report's list. */
	readonly places: Int32Array;
	/** Ids that the report does not have. */
	readonly missing: readonly string[];

	constructor(statements: Series<ReportedStatement>, places: Int32Array, missing: readonly string[] = []) {
		this.#statements = statements;
		this.places = places;
		this.missing = missing;
	}

	get length(): number {
		return this.places.length;
	}

	at(number: number): ReportedStatement | undefined {
		const place = this.places[number];
		return place === undefined ? undefined : this.#statements.at(place);
	}

	*[Symbol.iterator](): Generator<ReportedStatement> {
		for (const place of this.places) {
			yield this.#statements.at(place) as ReportedStatement;
		}
	}

	/** Those from one up to another. */
	slice(from: number, to?: number): FoundStatements {
		return new FoundStatements(this.#statements, this.places.subarray(from, to));
	}
}

export class StatementsById {
	readonly #statements: Series<ReportedStatement>;
	/** Undefined: ids are the numbers of statements, from `s1` on. */
	readonly #places: ReadonlyMap<string, number> | undefined;

	constructor({ statements }: Pick<LongReport, "statements">) {
		this.#statements = statements;
		const { length } = statements;
		const isNumbered =
			length === 0 || (statements.at(0)?.id === "s1" && statements.at(length - 1)?.id === `s${length}`);
		this.#places = isNumbered ? undefined : new Map(Array.from(statements, ({ id }, at) => [id, at]));
	}

	/** In the report's list; undefined where it does not have it. */
	placeOf(id: string): number | undefined {
		if (this.#places !== undefined) {
			return this.#places.get(id);
		}
		const number = /^s[1-9]\d*$/.test(id) ? Number(id.slice(1)) : 0;
		return number >= 1 && number <= this.#statements.length ? number - 1 : undefined;
	}

	/** Those that the report has; a partial report may name others. */
	of(ids: Series<string>): FoundStatements {
		const places = new Int32Array(ids.length);
		const missing: string[] = [];
		let found = 0;
		for (const id of ids) {
			const place = this.placeOf(id);
			if (place === undefined) {
				missing.push(id);
			} else {
				places[found++] = place;
			}
		}
		return new FoundStatements(this.#statements, places.subarray(0, found), missing);
	}

	get(id: string): ReportedStatement | undefined {
		const place = this.placeOf(id);
		return place === undefined ? undefined : this.#statements.at(place);
	}

	/** How many statements findings have, each counted once. */
	countOf(findings: readonly LongFinding[]): number {
		if (findings.length < 2) {
			return findings[0]?.statements.length ?? 0;
		}
		const seen = new Uint8Array(this.#statements.length);
		const missing = new Set<string>();
		for (const { statements } of findings) {
			const found = this.of(statements);
			found.places.forEach((place) => {
				seen[place] = 1;
			});
			found.missing.forEach((id) => missing.add(id));
		}
		return seen.reduce((sum, each) => sum + each, missing.size);
	}

	/**
	 * `shop.sql:3, 5, 8 to 12; users.sql:1`; ids that are not there as they are. Statements without another between them
	 * are a range.
	 *
	 * @param most - characters, behind which no more are gathered: for callers that cut the text there
	 */
	places(ids: Series<string> | FoundStatements, most = Number.POSITIVE_INFINITY): string {
		const found = ids instanceof FoundStatements ? ids : this.of(ids);
		const sorted = found.places.slice().sort();
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
		const there = [...files].map(([file, lines]) => `${file}:${[...new Set(lines)].join(", ")}`);
		return [...there, ...found.missing].join("; ");
	}

	/** The same place again counts as next. */
	#isNext(place: number, next: number | undefined): boolean {
		if (next === undefined || next > place + 1) {
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
