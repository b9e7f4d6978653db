/**
 * The path of a rehearsal as its flags name it: `--path`, or both ends and which stops between them.
 */
import { compareReleases } from "../../../core/index.ts";
import { newestRelease, releaseNames } from "../../../plugins/index.ts";
import { UsageError } from "../../compose/usage-error.ts";
import type { RehearseFlags } from "./options.ts";

type PathFlags = Pick<RehearseFlags, "path" | "from" | "to" | "stops">;

/** Throws UsageError for flags that name no path, or two. */
export function pathOf(flags: PathFlags): readonly string[] {
	const { path, from, to, stops } = flags;
	if (path !== undefined && (from !== undefined || to !== undefined || stops !== undefined)) {
		const left = stops === undefined ? "--from and --to" : "--stops";
		throw new UsageError(`--path names all releases: leave ${left} out`, 2);
	}
	const given = path?.split(",").map((release) => release.trim()) ?? betweenEnds(flags);
	if (given.length < 2 || given.includes("")) {
		throw new UsageError("a path has two releases or more: --path 2.0.3,2.1.7, or --from 2.0.3 --to 2.1.7", 2);
	}
	const twice = given.find((release, at) => given[at - 1] === release);
	if (twice !== undefined) {
		throw new UsageError(`the path has ${twice} twice in a row`, 2);
	}
	return given;
}

function betweenEnds({ from, to = newestRelease, stops }: PathFlags): readonly string[] {
	if (from === undefined) {
		throw new UsageError("--from names the release to begin with: --from 2.0.3, or a --path", 2);
	}
	if (isRelease(from) && isRelease(to) && compareReleases(from, to) > 0) {
		const back = `--from ${to} --to ${from} --back`;
		throw new UsageError(
			`${to} is older than ${from}: ${back} goes there and back, --path ${from},${to} the way back alone`,
			2,
		);
	}
	const inside = releaseNames.filter(
		(name) => !name.endsWith("x") && compareReleases(from, name) < 0 && compareReleases(name, to) < 0,
	);
	return [from, ...(stops === "all" ? inside : []), to];
}

/** Releases of plugins are named as they like. */
function isRelease(name: string): boolean {
	return /^\d+(\.\d+)*(\.x)?$/.test(name);
}
