/**
 * Report of a rehearsal made of its outcomes and hits: ids, what was judged, findings.
 *
 * Statements are made when they are asked for, so that a long report is never in memory whole.
 */
import { type ByteString, decodeText } from "../../core/index.ts";
import type { Mode } from "../compose/book.ts";
import { notSimulated } from "../explain/scope.ts";
import type { Series } from "../workload/series.ts";
import type { WorkloadStatement } from "../workload/statement.ts";
import { findingsOf } from "./finding.ts";
import type { HitGroup } from "./hits.ts";
import { type Outcome, syntaxError } from "./outcome.ts";
import { beginsAsStatement, isDefinition } from "./statement/kind.ts";
import type { PlaceOf } from "./summed-ways-out.ts";
import type { PlayedStop } from "./rehearsal.ts";
import type { LongReport, NotJudgedKind, ReportedOutcome, ReportedRisk, ReportedStatement } from "./report/format.ts";
import { defaultFailOn, exitCodeOf } from "./report/exit-code.ts";

interface Rehearsed {
	readonly path: readonly string[];
	readonly as: Mode;
	readonly statements: Series<WorkloadStatement>;
	readonly played: readonly PlayedStop[];
	readonly hits: readonly HitGroup[];
	/** Tables at the first stop. */
	readonly tables: number;
	readonly data: readonly ReportedRisk[];
	readonly notes: readonly string[];
	readonly isPartial: boolean;
}

const notSupportedYet = 1235;

export function reportOf(rehearsed: Rehearsed): LongReport {
	const { path, as, statements, played, hits, tables, data, notes, isPartial } = rehearsed;
	const follows = followersOf(hits, statements.length);
	const reported = new ReportedStatements(statements, played, follows);
	const notJudged: LongReport["notJudged"][number][] = [];
	let at = 0;
	for (const statement of statements) {
		const verdict = isListed(statement) ? notJudgedOf(statement, at, played) : undefined;
		if (verdict !== undefined) {
			notJudged.push({ id: reported.idOf(at), ...verdict });
		}
		at++;
	}
	const report: Omit<LongReport, "exitCode"> = {
		format: 1,
		path,
		as,
		tables,
		statements: reported,
		findings: findingsOf(
			hits,
			(place) => reported.idOf(place),
			(place) => placeIn(statements, place),
		).map((finding) => {
			// All of its statements have the same comment.
			const id = finding.statements.at(0) ?? "";
			const ignored = id === "" ? undefined : statements.at(reported.placeOf(id))?.ignored;
			return ignored === undefined ? finding : { ...finding, suppressed: ignored };
		}),
		data,
		notJudged,
		notes,
		notSimulated,
		...(isPartial ? { partial: true as const } : {}),
	};
	// `--fail-on` may ask for more or less.
	return { ...report, exitCode: exitCodeOf(report, defaultFailOn) };
}

function placeIn(statements: Series<WorkloadStatement>, place: number): ReturnType<PlaceOf> {
	const { file, line, column } = statements.at(place) as WorkloadStatement;
	return { file, line, column };
}

/** Sessions' ends, and what a source implies, are no statements of the author. */
function isListed({ quits, implied }: WorkloadStatement): boolean {
	return quits !== true && implied !== true;
}

/** By stop and place: the place, from 1, of the broken statement that it follows. */
type Followers = ReadonlyMap<string, Int32Array>;

function followersOf(hits: readonly HitGroup[], length: number): Followers {
	const followers = new Map<string, Int32Array>();
	for (const { consequences } of hits) {
		for (const { root, stops, places } of consequences) {
			for (const stop of stops) {
				const roots = followers.get(stop) ?? new Int32Array(length);
				followers.set(stop, roots);
				places.forEach((place) => {
					roots[place] = root + 1;
				});
			}
		}
	}
	return followers;
}

/** Statements of a report, each made of the workload and its outcomes. */
class ReportedStatements implements Series<ReportedStatement> {
	readonly length: number;
	readonly #statements: Series<WorkloadStatement>;
	readonly #played: readonly PlayedStop[];
	readonly #follows: Followers;
	/** By number: the place in the workload; by place: the number from 1, 0 where it is not listed. */
	readonly #places: Int32Array;
	readonly #numbers: Int32Array;

	constructor(statements: Series<WorkloadStatement>, played: readonly PlayedStop[], follows: Followers) {
		this.#statements = statements;
		this.#played = played;
		this.#follows = follows;
		this.#numbers = new Int32Array(statements.length);
		const places = new Int32Array(statements.length);
		let listed = 0;
		let at = 0;
		for (const statement of statements) {
			if (isListed(statement)) {
				places[listed++] = at;
				this.#numbers[at] = listed;
			}
			at++;
		}
		this.#places = places;
		this.length = listed;
	}

	/** Empty of a place that is not listed. */
	idOf(place: number): string {
		const number = this.#numbers[place] ?? 0;
		return number === 0 ? "" : `s${number}`;
	}

	placeOf(id: string): number {
		return this.#places[Number(id.slice(1)) - 1] ?? -1;
	}

	at(number: number): ReportedStatement | undefined {
		const place = number >= 0 && number < this.length ? (this.#places[number] as number) : -1;
		const statement = place < 0 ? undefined : this.#statements.at(place);
		return statement === undefined ? undefined : this.#made(statement, place);
	}

	*[Symbol.iterator](): Generator<ReportedStatement> {
		for (let number = 0; number < this.length; number++) {
			yield this.at(number) as ReportedStatement;
		}
	}

	#made(statement: WorkloadStatement, place: number): ReportedStatement {
		const { file, line, column, role, session, text, weight, notJudged } = statement;
		const outcome: Record<string, ReportedOutcome> = {};
		for (const { stop, outcomes } of this.#played) {
			const own = outcomes.at(place);
			if (notJudged !== undefined) {
				outcome[stop.label] = { class: "not-judged", reason: notJudged };
			} else if (own !== undefined) {
				const root = this.#follows.get(stop.label)?.[place] ?? 0;
				outcome[stop.label] = outcomeOf(own, text, root === 0 ? undefined : this.idOf(root - 1));
			}
		}
		const counted = weight === undefined ? {} : { weight };
		return { id: this.idOf(place), file, line, column, role, session, text: decodeText(text), outcome, ...counted };
	}
}

function outcomeOf(own: Outcome, text: ByteString, follows: string | undefined): ReportedOutcome {
	const { kind, error, rows, affected, warnings, effect, within } = own;
	// Of triggers only where they may have done otherwise: a long log has very many.
	const tellsWithin = error !== undefined || warnings.length > 0 || isDefinition(text);
	return {
		class: kind === "rows" ? "ok" : kind,
		...(error === undefined ? {} : { code: error.code, state: error.state, message: error.message }),
		...(kind === "rows" ? { rows } : {}),
		...(kind === "ok" ? { affected } : {}),
		...(warnings.length === 0 ? {} : { warnings }),
		...(effect === undefined ? {} : { effect }),
		...(within === undefined || !tellsWithin ? {} : { within: within.map(decodeText) }),
		...(follows === undefined ? {} : { follows }),
	};
}

function notJudgedOf(
	{ notJudged, role, text }: WorkloadStatement,
	at: number,
	played: readonly PlayedStop[],
): { readonly reason: string; readonly kind: NotJudgedKind } | undefined {
	if (notJudged !== undefined) {
		return { reason: notJudged, kind: "unreadable" };
	}
	if (role === "schema" || played.length === 0 || !played.every(({ outcomes }) => outcomes.isError(at))) {
		return undefined;
	}
	const errors = played.map(({ outcomes }) => outcomes.at(at)?.error);
	const [first] = errors;
	// A rule refuses as the release did.
	const isUnsupported = errors.every(
		(error) => error?.decision === undefined && (error?.code === syntaxError || error?.code === notSupportedYet),
	);
	if (errors.every((error) => error?.code === syntaxError) && !beginsAsStatement(text)) {
		return { reason: "no statement of SQL begins so", kind: "unreadable" };
	}
	const reason = `${first?.code} (${first?.state}): ${first?.message}`;
	return { reason, kind: isUnsupported ? "unsupported" : "refused-everywhere" };
}

/** Ignore comments by the places of their statements: findings of these are listed apart. */
export function ignoredPlaces(statements: Series<WorkloadStatement>): ReadonlyMap<number, string> {
	const places = new Map<number, string>();
	let at = 0;
	for (const { ignored } of statements) {
		if (ignored !== undefined) {
			places.set(at, JSON.stringify(ignored));
		}
		at++;
	}
	return places;
}
