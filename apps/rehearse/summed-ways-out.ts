/**
 * Ways out of a finding, summed: each once, with how many of the finding's statements it helps, and where.
 */
import { compareReleases, decodeText } from "../../core/index.ts";
import type { ReportedWayOut } from "./report/format.ts";
import { laterKey, type TriedWayOut } from "./way-out.ts";

/** Ways out of a finding: each with the number of its statements for which it works, those that work for most first. */
export function summedWaysOut(
	hits: readonly { readonly id: string; readonly isTried: boolean; readonly ways: readonly TriedWayOut[] }[],
): ReportedWayOut[] {
	const byKey = new Map<string, { ways: TriedWayOut[]; ids: string[] }>();
	for (const { id, ways } of hits) {
		for (const way of ways) {
			const found = byKey.get(way.key) ?? { ways: [], ids: [] };
			found.ways.push(way);
			found.ids.push(id);
			byKey.set(way.key, found);
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
		const fails = ways.findLast((way) => !way.works)?.fails;
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
			...(fails === undefined ? {} : { fails }),
		};
	});
	return summed.sort((a, b) => b.works - a.works || order.indexOf(a.kind) - order.indexOf(b.kind));
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
function fewestReleases(byKey: Map<string, { ways: TriedWayOut[]; ids: string[] }>): void {
	const later = [...byKey]
		.filter(([key]) => key.startsWith(laterKey))
		.sort(([one], [other]) => compareReleases(one.slice(laterKey.length), other.slice(laterKey.length)));
	const helped = new Set<string>();
	const gains = ({ ids }: { readonly ids: readonly string[] }): number =>
		new Set(ids.filter((id) => !helped.has(id))).size;
	for (;;) {
		const most = Math.max(0, ...later.map(([, each]) => gains(each)));
		const [, taken] = later.find(([, each]) => gains(each) === most) ?? [];
		if (taken === undefined || most === 0) {
			break;
		}
		taken.ids.forEach((id) => helped.add(id));
		later.splice(
			later.findIndex(([, each]) => each === taken),
			1,
		);
	}
	later.forEach(([key]) => byKey.delete(key));
}
