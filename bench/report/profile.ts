/**
 * Where verso's CPU time went, from the profiles that Node wrote.
 *
 * In: a folder of `.cpuprofile` files. Out: self time by file and by function, idle time left out.
 *
 * A profile holds a call tree, and samples: which node was on top, and how long since the sample before.
 */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { printTable } from "./report.ts";

interface Profile {
	readonly nodes: readonly {
		readonly id: number;
		readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
	}[];
	readonly samples: readonly number[];
	readonly timeDeltas: readonly number[];
}

const shown = 45;

export function printProfile(folder: string): string {
	const byFile = new Map<string, number>();
	const byFunction = new Map<string, number>();
	let total = 0;
	for (const name of readdirSync(folder).filter((each) => each.endsWith(".cpuprofile"))) {
		const profile = JSON.parse(readFileSync(join(folder, name), "utf8")) as Profile;
		const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]));
		profile.samples.forEach((sample, at) => {
			const frame = frames.get(sample);
			const time = profile.timeDeltas[at] ?? 0;
			if (frame === undefined || frame.functionName === "(idle)" || time <= 0) {
				return;
			}
			const file = shorten(frame.url);
			total += time;
			add(byFile, file === "" ? `${frame.functionName} native` : file, time);
			add(
				byFunction,
				`${frame.functionName || "(anonymous)"} ${file}${file === "" ? "" : `:${frame.lineNumber + 1}`}`,
				time,
			);
		});
	}
	return `${printShares("file", byFile, total)}\n${printShares("function", byFunction, total)}`;
}

function printShares(what: string, times: ReadonlyMap<string, number>, total: number): string {
	const sorted = [...times].sort(([, one], [, other]) => other - one).slice(0, shown);
	return printTable(
		[what, "self ms", "share"],
		sorted.map(([name, time]) => [name, (time / 1000).toFixed(0), `${((100 * time) / total).toFixed(1)}%`]),
	);
}

function shorten(url: string): string {
	return url
		.replace(/^file:\/\//, "")
		.replace(/^.*\/dist\//, "")
		.replace(/^.*\/node_modules\//, "npm:");
}

function add(times: Map<string, number>, name: string, time: number): void {
	times.set(name, (times.get(name) ?? 0) + time);
}
