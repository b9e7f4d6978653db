/**
 * Findings of a rehearsal: what differs between stops, statement by statement, and then one finding a cause.
 */
import { createHash } from "node:crypto";
import { releaseName } from "../compare/book-part.ts";
import { NumberList } from "../workload/number-list.ts";
import { MadeSeries, type Series } from "../workload/series.ts";
import type { Blame } from "./blame.ts";
import type { HitGroup } from "./hits.ts";
import { messageTemplate, type Outcome, outcomeWords } from "./outcome.ts";
import { type FindingClass, findingClasses, type ReportedBlame, type LongFinding } from "./report/format.ts";
import { firstWords } from "./statement/kind.ts";
import { type PlaceOf, summedWaysOut } from "./summed-ways-out.ts";
import type { TriedWayOut } from "./way-out.ts";

/** A statement that does otherwise from a stop on. */
export interface Hit {
	/** Its place in the workload. */
	readonly at: number;
	readonly text: string;
	readonly class: FindingClass;
	/** Labels of stops. */
	readonly stops: string[];
	readonly before: Outcome;
	/** The release of `before`. */
	readonly beforeAt: string;
	readonly after: Outcome;
	readonly blame: Blame;
	readonly ways: TriedWayOut[];
	/** Tables into which it writes other rows, by itself or by triggers and routines: `shop.log`. */
	readonly written?: readonly string[];
	/** So many of its kind were tried before that none was run on it. */
	readonly isUntried?: true;
	readonly born?: string;
	readonly mixed?: string;
}

/** Statements of one kind have the same cause, as a rule: it is proved for the first of them. */
export function kindOf(of: FindingClass, text: string, before: Outcome, after: Outcome): string {
	const error = (outcome: Outcome): string =>
		outcome.error === undefined ? "" : `${outcome.error.code} ${messageTemplate(outcome.error.message)}`;
	const words = after.error === undefined ? firstWords(text) : "";
	const types = of === "metadata-differs" ? `${typesOnly(before.types)} ${typesOnly(after.types)}` : "";
	return [of, error(before), error(after), words, types].join("|");
}

/**
 * Changes of charsets that the same rules decide have one cause, whichever charsets they are; while the rules are not
 * known they are told apart: `charset utf8mb4 not match origin latin1`, `from latin1 to utf8`.
 */
function withoutCharsets(kind: string): string {
	return kind.replace(/\bunsupported modify [^|]*/g, (change) =>
		change.replace(/\b(charset|collate|origin|from|to) (?!from )\S+/g, "$1 …"),
	);
}

/** Without repeats: a query of ten columns differs in the same way as one of two. */
function typesOnly(types: string): string {
	return [...new Set(types.split(/[,;]/).map((type) => type.replace(/^.*\//, "")))].sort().join();
}

/** One finding a cause, the gravest first; `idOf`, `placeOf`: of statements. */
export function findingsOf(
	groups: readonly HitGroup[],
	idOf: (at: number) => string,
	placeOf: PlaceOf,
): readonly LongFinding[] {
	const sorted = [...groups].sort(
		({ first: a }, { first: b }) =>
			rank(a) - rank(b) || compare(a.blame.firstRelease, b.blame.firstRelease) || a.at - b.at,
	);
	return sorted.map((group, place) => findingOf(`f${place + 1}`, group, idOf, placeOf));
}

function compare(a: string, b: string): number {
	return a < b ? -1 : a > b ? 1 : 0;
}

function rank(hit: Hit): number {
	return findingClasses.indexOf(hit.class) + (hit.born === undefined && hit.mixed === undefined ? 0 : 0.5);
}

/** The same of hits of one finding. */
export function causeOf(hit: Hit): string {
	const { class: of, text, before, after, blame, born, mixed, stops } = hit;
	return JSON.stringify([
		of,
		stops[0],
		born,
		mixed,
		blame.firstRelease,
		blame.rules.map(({ hook, question, rule, release }) => [hook, question, rule, release]),
		blame.rules.length > 0 && after.error === undefined ? "" : withoutCharsets(kindOf(of, text, before, after)),
	]);
}

function findingOf(id: string, group: HitGroup, idOf: (at: number) => string, placeOf: PlaceOf): LongFinding {
	const { key, nearest: first, heavy } = group;
	const { error } = first.after;
	const ways = summedWaysOut(
		heavy.map(({ at, isUntried, stops, ways: own }) => ({
			id: idOf(at),
			at,
			isTried: isUntried !== true,
			stops,
			ways: own,
		})),
		placeOf,
	);
	return {
		id,
		class: first.class,
		statements: idsOf(group.places, idOf),
		stops: group.stops,
		firstRelease: first.blame.firstRelease,
		...(error === undefined ? {} : { code: error.code, state: error.state, message: error.message }),
		before: outcomeWords(first.before, first.after),
		after: outcomeWords(first.after, first.before),
		...(error?.decision === undefined ? {} : { refusedBy: refuserOf(error.decision) }),
		blame: first.blame.rules,
		consequences: followersIn(group.consequences).map(idOf),
		waysOut: ways,
		...(first.born === undefined ? {} : { born: first.born }),
		...(first.mixed === undefined ? {} : { mixed: first.mixed }),
		fingerprint: createHash("sha256").update(key).digest("hex").slice(0, 32),
	};
}

/** In order, each once. */
function followersIn(consequences: HitGroup["consequences"]): readonly number[] {
	const list = new NumberList();
	for (const { places } of consequences) {
		places.forEach((place) => list.push(place));
	}
	const places = list.toArray().sort();
	return Array.from(places.filter((place, at) => place !== places[at - 1]));
}

/** Each once; all that are not listed have the same, empty one. */
function idsOf(places: Int32Array, idOf: (at: number) => string): Series<string> {
	let hasEmpty = false;
	const named = places.filter((place) => {
		const isEmpty = idOf(place) === "";
		const isNew = !isEmpty || !hasEmpty;
		hasEmpty ||= isEmpty;
		return isNew;
	});
	return new MadeSeries(named.length, (at) => idOf(named[at] as number));
}

function refuserOf({ rule, origin }: { readonly rule: string; readonly origin: string }): string {
	return `${rule} (${origin})`;
}

/** Only the name of the release decides: `version()` tells it, no statement breaks by it. */
export function isNameOfRelease(rules: readonly ReportedBlame[]): boolean {
	return (
		rules.length > 0 &&
		rules.every(({ hook, question }) => hook === releaseName || (hook === "identity" && question === "version"))
	);
}
