/**
 * `npm run bench -- --growth`: how cost grows, on every peer.
 *
 * In: options, peers. Out: bench/growth.md with the figures, bench/growth.svg with the plot; with --tiny on stdout
 * only.
 */
import { writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Options } from "../options.ts";
import type { Peer } from "../peer/peer.ts";
import { digits } from "../report/figure.ts";
import { writeReport } from "../report/output.ts";
import { printTable } from "../report/report.ts";
import { findRoot } from "../root.ts";
import { Station } from "../station.ts";
import { growColumns, growConnections, growTables } from "./breadth.ts";
import { drawPlot } from "./plot.ts";
import { growRows } from "./rows.ts";
import { growTail } from "./tail.ts";
import { type Series, growthOf } from "./series.ts";

const breadth = { full: 1000, quick: 300, tiny: 10 };

export async function runGrowth(
	options: Options,
	peers: readonly Peer[],
	machine: readonly (readonly [string, string])[],
	say: (text: string) => void,
): Promise<void> {
	const stations = peers.map((peer) => new Station(peer, options.plan));
	for (const station of stations) {
		await station.clear();
	}
	const most = breadth[options.plan.title];
	const series: Series[] = [...(await growRows(stations, options.largest, say))];
	for (const grow of [growTables, growColumns, growConnections, growTail]) {
		const found = await grow(stations, most);
		series.push(...found);
		say(`done: ${found.map(({ name }) => name).join("; ")}`);
	}
	stations.forEach((station) => station.quit());
	const output = options.output ?? (options.plan.title === "tiny" ? undefined : join(findRoot(), "bench", "growth.md"));
	const picture = output?.replace(/(\.md)?$/, ".svg") ?? "growth.svg";
	const report = printGrowth(series, options, peers, basename(picture), machine);
	writeReport(report, output);
	if (output !== undefined) {
		// The axes are logarithmic: what begins at 0 has no place there.
		writeFileSync(
			picture,
			drawPlot(series.filter(({ points }) => [...points.values()].every((found) => found.every(({ at }) => at > 0)))),
		);
	}
}

function printGrowth(
	series: readonly Series[],
	options: Options,
	peers: readonly Peer[],
	picture: string,
	machine: readonly (readonly [string, string])[],
): string {
	const facts = [...machine, ...peers.map(({ name, about }) => [name, about] as const)];
	return `# Growth

${options.plan.title} run, ${new Date().toISOString().slice(0, 10)}. Server CPU for one row, query, table or field as their number grows; wall time where the
server's processes can't be seen. "Growth" is the last figure over the first: 1.0x is flat.

![plot](${picture})

${series.map(printSeries).join("\n")}
## Machine and servers

${printTable(["what", ""], facts)}`;
}

function printSeries({ name, unit, across, points }: Series): string {
	const places = [...new Set([...points.values()].flatMap((found) => found.map(({ at }) => at)))];
	const lines = [...points].map(([peer, found]) => {
		const growth = growthOf(found);
		return [
			peer,
			...places.map((place) => {
				const cost = found.find(({ at }) => at === place)?.cost;
				return cost === undefined ? "–" : digits(cost);
			}),
			growth === null ? "–" : `${growth.toFixed(2)}x`,
		];
	});
	const header = [`${unit}, at ${across}`, ...places.map((place) => place.toLocaleString("en")), "growth"];
	return `## ${name}\n\n${printTable(header, lines)}`;
}
