/**
 * Statistics of the bench: ratios, spread, growth, the plot.
 */
import test from "ava";
import { drawPlot } from "../../bench/growth/plot.ts";
import { addPoint, growthOf, makeSeries } from "../../bench/growth/series.ts";
import { type CellResult, cpuUs, geometricMean, medianOf, ratioOf } from "../../bench/result.ts";
import { PacketCutter, wrapPacket } from "../../bench/wire/packet.ts";
import { printStatement } from "../../bench/wire/request.ts";

const cell = { name: "cell", family: "cell", goal: { least: 1, stretch: 2 }, unit: "query", by: "cpu" } as const;

function resultOf(ours: readonly (number | null)[], theirs: readonly (number | null)[]): CellResult {
	const samples = (costs: readonly (number | null)[]) =>
		costs.map((cpuMs) => ({ operations: 1000, cpuMs, wallMs: 1, loadMs: 0 }));
	return {
		cell,
		samples: new Map([
			["verso", samples(ours)],
			["other", samples(theirs)],
		]),
		failures: new Map(),
		differences: new Map(),
	};
}

test("a ratio is the median of the rounds' ratios, not the ratio of medians", (t) => {
	const result = resultOf([10, 20, 40], [20, 20, 20]);
	t.deepEqual(ratioOf(result, "verso", "other", cpuUs), { median: 1, least: 0.5, most: 2 });
	t.is(medianOf(result, "verso", cpuUs), 20);
});

test("a cell without a measurement has no ratio", (t) => {
	t.is(ratioOf(resultOf([10], [null]), "verso", "other", cpuUs), null);
	t.is(ratioOf(resultOf([], [10]), "verso", "other", cpuUs), null);
});

test("the geometric mean weights half and double equally", (t) => {
	t.is(geometricMean([0.5, 2]), 1);
});

test("growth is the last cost divided by the first", (t) => {
	const series = makeSeries("scan", "us a row", "rows");
	addPoint(series, "verso", 10, 2);
	t.is(growthOf(series.points.get("verso") ?? []), null);
	addPoint(series, "verso", 1000, 3);
	addPoint(series, "other", 1000, 0);
	t.is(growthOf(series.points.get("verso") ?? []), 1.5);
	const picture = drawPlot([series, makeSeries("a < b", "us", "tables")]);
	t.regex(picture, /^<svg [\s\S]*verso[\s\S]*a &lt; b[\s\S]*<\/svg>\n$/);
	t.notRegex(picture, /NaN|undefined|Infinity/);
});

test("packets are the same however the stream is split", (t) => {
	const stream = Buffer.concat([
		wrapPacket(Buffer.from("one"), 0),
		wrapPacket(Buffer.alloc(0), 1),
		wrapPacket(Buffer.from("three"), 2),
	]);
	for (let size = 1; size <= stream.length; size++) {
		const found: string[] = [];
		const cutter = new PacketCutter((bytes, start, end) => void found.push(bytes.toString("latin1", start, end)));
		for (let at = 0; at < stream.length; at += size) {
			const chunk = Buffer.from(stream.subarray(at, at + size));
			cutter.push(chunk, chunk.length);
			// The socket reuses its buffer.
			chunk.fill(0xff);
		}
		t.deepEqual(found, ["one", "", "three"], `${size} bytes at a time`);
	}
});

test("parameters are substituted into a text statement", (t) => {
	t.is(printStatement("UPDATE t SET c=? WHERE id=?".split("?"), ["x", 7]), "UPDATE t SET c='x' WHERE id=7");
});
