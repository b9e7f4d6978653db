/**
 * Statement statistics for performance_schema: count, times and rows by parsed statement and default database.
 *
 * Tallies of equal digests are summed when they are read; digests are computed then, not when a statement runs.
 */
import type { MaybePromise } from "../../async/maybe-promise.ts";
import { nowMs, turn } from "../../async/timers.ts";
import type { StatementSummary } from "../../catalog/information-schema/providers.ts";
import type { ParsedStatement, ParserMode } from "../../sql/parser.ts";
import { type ByteString, encodeText } from "../../types/value/value.ts";
import { digestOf, keptPart } from "./statement-event.ts";

/** Tallies kept apart; beyond it each new one takes the place of the oldest, which is merged with those of its digest. */
const most = 5000;
/** Some 70 us each. */
const mergedInTurn = 50;

export class StatementTally {
	readonly text: ByteString;
	readonly mode: ParserMode;
	readonly database: string | null;
	count = 0;
	errors = 0;
	sumMs = 0;
	minMs = Number.MAX_SAFE_INTEGER;
	maxMs = 0;
	rowsAffected = 0;
	rowsSent = 0;
	rowsExamined = 0;
	/** Time spent waiting for locks. */
	lockMs = 0;
	readonly firstMs = nowMs();
	lastMs = 0;
	/** Its statement begins another when it runs again. */
	isMerged = false;

	constructor(text: ByteString, mode: ParserMode, database: string | null) {
		this.text = keptPart(text);
		this.mode = mode;
		this.database = database;
	}

	add(elapsedMs: number, endMs: number, hasFailed: boolean, rowsExamined: number, lockMs: number): void {
		this.count++;
		this.rowsExamined += rowsExamined;
		this.lockMs += lockMs;
		this.errors += hasFailed ? 1 : 0;
		this.sumMs += elapsedMs;
		this.minMs = Math.min(this.minMs, elapsedMs);
		this.maxMs = Math.max(this.maxMs, elapsedMs);
		this.lastMs = endMs;
	}
}

export class StatementTallies {
	/** By parsed statement: the tally of its first default database, and those of others. */
	#known = new WeakMap<
		ParsedStatement,
		{ readonly first: StatementTally; others: Map<string | null, StatementTally> | undefined }
	>();
	/** Last look-up: the same statement often runs repeatedly. */
	#lastParsed: ParsedStatement | undefined;
	#last: StatementTally | undefined;
	#all: StatementTally[] = [];
	/** Where the oldest is, while there are `most`. */
	#oldest = 0;
	#merged = new Map<string, StatementSummary>();

	of(parsed: ParsedStatement, mode: ParserMode, database: string | null): StatementTally {
		if (this.#lastParsed !== parsed || this.#last?.database !== database || this.#last.isMerged) {
			this.#last = this.#of(parsed, mode, database);
			this.#lastParsed = parsed;
		}
		return this.#last;
	}

	#of(parsed: ParsedStatement, mode: ParserMode, database: string | null): StatementTally {
		const known = this.#known.get(parsed);
		const found = known?.first.database === database ? known.first : known?.others?.get(database);
		if (found?.isMerged === false) {
			return found;
		}
		const tally = new StatementTally(parsed.text, mode, database);
		if (known === undefined || known.first.isMerged) {
			this.#known.set(parsed, { first: tally, others: known?.others });
		} else {
			known.others ??= new Map();
			known.others.set(database, tally);
		}
		this.#keep(tally);
		return tally;
	}

	#keep(tally: StatementTally): void {
		if (this.#all.length < most) {
			this.#all.push(tally);
		} else {
			this.#add(this.#all[this.#oldest]!);
			this.#all[this.#oldest] = tally;
			this.#oldest = (this.#oldest + 1) % most;
		}
	}

	/** Gives way to others while thousands are merged. */
	summaries(): MaybePromise<readonly StatementSummary[]> {
		return this.#summariesBehind(this.#all.length);
	}

	#summariesBehind(count: number): MaybePromise<readonly StatementSummary[]> {
		const now = Math.min(count, mergedInTurn, this.#all.length);
		for (const tally of this.#all.splice(this.#all.length - now)) {
			this.#add(tally);
		}
		this.#oldest = 0;
		return now < mergedInTurn ? [...this.#merged.values()] : turn().then(() => this.#summariesBehind(count - now));
	}

	forget(): void {
		this.#lastParsed = undefined;
		this.#known = new WeakMap();
		this.#all = [];
		this.#oldest = 0;
		this.#merged = new Map();
	}

	#add(tally: StatementTally): void {
		tally.isMerged = true;
		if (tally.count === 0) {
			return;
		}
		const { text, digest } = digestOf(tally.text, tally.mode);
		const key = `${digest} ${tally.database}`;
		const before = this.#merged.get(key);
		if (before === undefined && this.#merged.size >= most) {
			return;
		}
		const {
			database,
			count,
			errors,
			sumMs,
			minMs,
			maxMs,
			rowsAffected,
			rowsSent,
			rowsExamined,
			lockMs,
			firstMs,
			lastMs,
		} = tally;
		const sum = (
			name: "count" | "errors" | "sumMs" | "rowsAffected" | "rowsSent" | "rowsExamined" | "lockMs",
		): number => (before?.[name] ?? 0) + tally[name];
		this.#merged.set(
			key,
			before === undefined
				? {
						digest,
						text,
						database: database === null ? null : encodeText(database),
						count,
						errors,
						sumMs,
						minMs,
						maxMs,
						rowsAffected,
						rowsSent,
						rowsExamined,
						lockMs,
						firstMs,
						lastMs,
					}
				: {
						...before,
						count: sum("count"),
						errors: sum("errors"),
						sumMs: sum("sumMs"),
						rowsAffected: sum("rowsAffected"),
						rowsSent: sum("rowsSent"),
						rowsExamined: sum("rowsExamined"),
						lockMs: sum("lockMs"),
						minMs: Math.min(before.minMs, minMs),
						maxMs: Math.max(before.maxMs, maxMs),
						lastMs: Math.max(before.lastMs, lastMs),
					},
		);
	}
}
