/**
 * Cost of a further test file under Jest, in one process: 24 tests, each on a state that is prepared.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findRoot } from "../root.ts";
import { type Figure, figureOf } from "./figures.ts";
import { migration } from "./suite.ts";

const files = 4;

export async function measureJest(
	directory: string,
	rounds: number,
	say: (text: string) => void,
): Promise<readonly Figure[]> {
	const packages = join(findRoot(), ".applications", "library", "node_modules");
	if (!existsSync(join(packages, "jest"))) {
		say("Jest is not installed: `npm test -- embed` installs it");
		return [];
	}
	const folder = makeProject(directory, packages);
	const jest = join(folder, "node_modules", "jest", "bin", "jest.js");
	const costs: number[] = [];
	for (let round = 0; round <= rounds; round++) {
		say(`Jest ${round} of ${rounds}`);
		const one = cpuOf(folder, [jest, "-i", "file0"]);
		const all = cpuOf(folder, [jest, "-i"]);
		// The first fills Jest's own cache.
		if (round > 0) {
			costs.push((all - one) / (files - 1));
		}
	}
	return [figureOf("Jest, each further test file", "ms", 350, costs)];
}

function makeProject(directory: string, packages: string): string {
	const folder = join(directory, "jest");
	const library = join(folder, "node_modules", "verso-db");
	mkdirSync(library, { recursive: true });
	for (const name of ["dist", "package.json", "node_modules"]) {
		symlinkSync(join(findRoot(), name), join(library, name));
	}
	symlinkSync(join(packages, "jest"), join(folder, "node_modules", "jest"));
	symlinkSync(join(packages, "mysql2"), join(folder, "node_modules", "mysql2"));
	const jest = { globalSetup: "./setup.js", testEnvironment: "node", transform: {}, haste: { enableSymlinks: false } };
	writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, jest }));
	writeFileSync(
		join(folder, "setup.js"),
		`const { prepare } = require("verso-db/testing");
module.exports = () => prepare({ to: __dirname + "/state", migrate: (db) => db.run(${JSON.stringify(migration().join(";\n"))}) });`,
	);
	for (let file = 0; file < files; file++) {
		writeFileSync(
			join(folder, `file${file}.test.js`),
			`const { useDatabase } = require("verso-db/testing");
const db = useDatabase({ from: __dirname + "/state" });
for (let at = 0; at < 24; at++) {
	test("test " + at, async () => {
		await db.query("insert into t30 (id, name) values (?, 'x')", [at]);
		expect(await db.query("select id, name from t30")).toEqual([{ id: at, name: "x" }]);
	});
}`,
		);
	}
	return folder;
}

/** Of the process and those that it started, in milliseconds. */
function cpuOf(folder: string, words: readonly string[]): number {
	const script = `const { spawnSync } = require("node:child_process");
		const run = spawnSync(process.execPath, ${JSON.stringify(words)}, { encoding: "utf8" });
		if (run.status !== 0) throw new Error(run.stderr);
		const fields = require("node:fs").readFileSync("/proc/self/stat", "latin1").split(") ")[1].split(" ");
		console.log((Number(fields[13]) + Number(fields[14])) * 10);`;
	return Number(execFileSync(process.execPath, ["-e", script], { cwd: folder, encoding: "utf8" }));
}
