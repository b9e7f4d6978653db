/**
 * Ways out of a finding, summed: each once, with how many of the finding's statements it helps, and where.
 */
import { compareReleases, decodeText } from "../../core/index.ts";
import type { FailingStatement, ReportedWayOut } from "./report/format.ts";
import { laterKey, type TriedWayOut } from "./way-out.ts";

/** Where a statement stands, by its place in the workload. */
export type PlaceOf = (at: number) => Pick<FailingStatement, "file" | "line" | "column">;

/** A statement of a finding. */
interface TriedHit {
	readonly id: string;
	readonly at: number;
	readonly isTried: boolean;
	/** Where it shows: ways were run at each. */
	readonly stops: readonly string[];
	readonly ways: readonly TriedWayOut[];
}

/** One way out on the statements of a finding, by number. */
interface Tries {
	readonly ways: TriedWayOut[];
	readonly ids: string[];
}

/** Ways out of a finding: each with the number of its statements for which it works, those that work for most first. */
export function summedWaysOut(hits: readonly TriedHit[], placeOf: PlaceOf): ReportedWayOut[] {
	const byKey = new Map<string, Tries>();
	for (const { id, ways } of hits) {
		for (const way of ways) {
			const found = byKey.get(way.key) ?? { ways: [], ids: [] };
			found.ways.push(way);
			found.ids.push(id);
			byKey.set(way.key, found);
		}
	}
	for (const [key, { ways }] of byKey) {
		if (ways.every(({ isSilent }) => isSilent)) {
			byKey.delete(key);
		}
	}
	fewestReleases(byKey);
	const all = [...new Set(hits.flatMap((hit) => hit.ways.map((way) => way.stop)))];
	const brokenAt = new Map(
		all.map((stop) => [stop, hits.filter((hit) => hit.ways.some((way) => way.stop === stop)).map(({ id }) => id)]),
	);
	const tried = hits.filter(({ isTried }) => isTried).length;
	const summed = [...byKey.values()].map(({ ways, ids }): ReportedWayOut => {
		const shown = ways.find(({ works }) => works) ?? (ways[0] as TriedWayOut);
		const helped = ids.filter((_, at) => ways[at]?.works === true);
		const works = new Set(helped).size;
		const helpedAt = new Set(ways.flatMap((way, at) => (way.works ? [`${way.stop} ${ids[at]}`] : [])));
		const everHelped = new Set(helped);
		// At a stop where not all of them break it is enough to work for those that do.
		const stops = all.filter((stop) => {
			const broken = (brokenAt.get(stop) ?? []).filter((id) => everHelped.has(id));
			return broken.length > 0 && broken.every((id) => helpedAt.has(`${stop} ${id}`));
		});
		const { kind, from, run, edit } = shown;
		const text = kind === "edit" ? textOfAll(ways) : shown.text;
		const price = shown.price ?? ways.find((way) => way.works && way.price !== undefined)?.price;
		const instead = [...new Set(ways.filter((way) => way.isLater).map(({ stop }) => stop))];
		const runOf = ids[ways.indexOf(shown)] ?? "";
		return {
			kind,
			text: shown.textAt?.(stops) ?? text,
			...(price === undefined ? {} : { price }),
			verified: works > 0,
			works,
			of: tried,
			...(works > 0 && stops.length < all.length ? { stops } : {}),
			...(from === undefined ? {} : { from, ...(instead.length === 0 ? {} : { instead }) }),
			...(run === undefined ? {} : { run, runOf }),
			...(edit === undefined
				? {}
				: {
						edit: {
							statement: runOf,
							from: edit.from,
							to: edit.to,
							text: decodeText(edit.inserted),
						},
					}),
			...failureOf(hits, { ways, ids }, placeOf),
		};
	});
	return summed.sort((a, b) => b.works - a.works || order.indexOf(a.kind) - order.indexOf(b.kind));
}

/** Words for statements that the way out is not for. */
const notFor: Partial<Readonly<Record<ReportedWayOut["kind"], string>>> = {
	edit: "nothing in it to edit",
	before: "does not concern it",
	switch: "does not concern it",
};

/** The first statement that it helps at no stop; else the first at a stop where it does not. */
function failureOf(
	hits: readonly TriedHit[],
	{ ways, ids }: Tries,
	placeOf: PlaceOf,
): Pick<ReportedWayOut, "fails" | "failsFor"> | undefined {
	const helped = new Set(ids.filter((_, at) => ways[at]?.works));
	const tried = hits.filter(({ isTried }) => isTried);
	for (const { id, at, stops } of [...tried.filter((hit) => !helped.has(hit.id)), ...tried]) {
		const own = ways.filter((_, number) => ids[number] === id);
		const failed = own.find(({ works }) => !works);
		const without = stops.find((stop) => own.every((way) => way.stop !== stop));
		const fails = failed === undefined ? without && notFor[ways[0]?.kind ?? "path"] : failed.fails;
		const stop = failed?.stop ?? without;
		if (fails !== undefined && stop !== undefined) {
			return { fails, failsFor: { statement: id, ...placeOf(at), stop } };
		}
	}
	return undefined;
}

/** Edits of one finding may name several charsets: `CHARACTER SET latin1 or utf8`. */
function textOfAll(ways: readonly TriedWayOut[]): string {
	const helping = ways.filter(({ works }) => works);
	const texts = [...new Set((helping.length > 0 ? helping : ways).map(({ text }) => text))];
	const [first = ""] = texts;
	const start = first.slice(0, first.lastIndexOf(" ") + 1);
	const ends = texts.map((text) => (text.startsWith(start) ? text.slice(start.length) : " "));
	return ends.some((end) => end.includes(" ")) ? first : start + ends.toSorted().join(" or ");
}

const order: readonly string[] = ["edit", "before", "switch", "later", "path"];

/** Of later releases the first that helps as many as any; then the first for statements that it does not help. */
function fewestReleases(byKey: Map<string, Tries>): void {
	const later = [...byKey]
		.filter(([key]) => key.startsWith(laterKey))
		.sort(([one], [other]) => compareReleases(one.slice(laterKey.length), other.slice(laterKey.length)));
	const helped = new Set<string>();
	const helpedBy = ({ ways, ids }: Tries): readonly string[] => ids.filter((_, at) => ways[at]?.works);
	const gains = (tries: Tries): number => new Set(helpedBy(tries).filter((id) => !helped.has(id))).size;
	for (;;) {
		const most = Math.max(0, ...later.map(([, each]) => gains(each)));
		const [, taken] = later.find(([, each]) => gains(each) === most) ?? [];
		if (taken === undefined || most === 0) {
			break;
		}
		helpedBy(taken).forEach((id) => helped.add(id));
		later.splice(
			later.findIndex(([, each]) => each === taken),
			1,
		);
	}
	later.forEach(([key]) => byKey.delete(key));
}
