/**
 * What ava runs, and how; long files first, so that no core is idle while the last of them runs.
 */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** A minute of CPU time or of waiting each, as `npm test` prints at its end; the longest first. */
const long = [
	"crash/killed",
	"applications/applications",
	"embed/runners",
	"plugins/directory",
	"embed/package",
	"cluster/kills",
	"cluster/cluster",
	"crash/power",
	"crash/faulty",
	"cli/package",
];

const tests = fileURLToPath(new URL("dist/tests/", import.meta.url));
const places = new Map(long.map((name, at) => [`${tests}${name}.test.js`, at]));
const gone = [...places.keys()].filter((file) => existsSync(tests) && !existsSync(file));
if (gone.length > 0) {
	throw new Error(`ava.config.js: there is no ${gone.join(" and no ")}`);
}

const placeOf = (file) => places.get(file) ?? long.length;

export default {
	files: ["dist/**/*.test.js"],
	require: ["./dist/tests/title.js"],
	timeout: "60m",
	concurrency: 2,
	workerThreads: false,
	sortTestFiles: (one, other) => placeOf(one) - placeOf(other) || one.localeCompare(other),
};
