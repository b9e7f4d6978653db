/**
 * Hits of a long log: those that are kept as numbers are counted, placed and followed as those in full.
 */
import test from "ava";
import type { Hit } from "../../../apps/rehearse/finding.ts";
import { Hits } from "../../../apps/rehearse/hits.ts";
import type { Outcome } from "../../../apps/rehearse/outcome.ts";
import { PlaceChains } from "../../../apps/rehearse/place-chains.ts";

const works: Outcome = { kind: "ok", rows: 0, affected: 1, digest: "", types: "", warnings: [], shown: "ok" };
const error = { code: 1366, state: "HY000", message: "incorrect utf8 value f09f8cb7(🌷) for column a" };

function breakOf(at: number, tried: boolean): Hit {
	return {
		at,
		text: `insert into t values (${at})`,
		class: "breaks",
		stops: ["2.1.2"],
		before: works,
		beforeAt: "2.1.1",
		after: { ...works, kind: "error", error, shown: "ERROR 1366" },
		blame: {
			firstRelease: "2.1.2",
			rules: [{ hook: "insert-check", rule: "RefuseWideCharacters", release: "release 2.1.2", mixes: [] }],
		},
		ways: [],
		...(tried ? {} : { isUntried: true }),
	};
}

test("breaks with and without tried ways out are one group", (t) => {
	const hits = new Hits();
	const numbers = [5, 9, 12].map((at) => hits.add(breakOf(at, true)));
	numbers.push(...[20, 17, 30].map((at) => hits.add(breakOf(at, false))));
	t.deepEqual(
		numbers.map((number) => hits.classOf(number)),
		numbers.map(() => "breaks"),
	);
	hits.extend(numbers[4] as number, "2.1.3");
	const found = new PlaceChains();
	for (const [root, place] of [
		[17, 19],
		[9, 10],
		[17, 18],
		[17, 19],
	] as const) {
		found.add(root, place);
	}
	hits.followBroken(found, "2.1.2");
	const groups = hits.groups(new Set());
	t.is(groups.length, 1);
	const [group] = groups;
	t.deepEqual([...(group?.places ?? [])], [5, 9, 12, 17, 20, 30]);
	t.deepEqual(group?.stops, ["2.1.2", "2.1.3"]);
	t.deepEqual([group?.first.at, group?.nearest.at, group?.heavy.length], [5, 5, 3]);
	t.deepEqual(
		[...(group?.consequences ?? [])].map(({ root, places }) => [root, ...places]),
		[
			[9, 10],
			[17, 18, 19],
		],
	);
	t.deepEqual(
		[...hits].map(([hit, consequences]) => [hit.at, hit.stops.length, consequences.length]),
		[
			[5, 1, 0],
			[9, 1, 1],
			[12, 1, 0],
			[20, 1, 0],
			[17, 2, 2],
			[30, 1, 0],
		],
	);
});
