/**
 * Installs and builds what is missing, so that `npm start` and `npm test` work on a fresh clone.
 *
 * In: the working tree. Out: `node_modules/` as package-lock.json says and `dist/` as the sources say. Does nothing
 * where both are newer than what they are made from. Plain JavaScript, since it runs before there is a compiler.
 * Everything it prints goes to stderr: stdout belongs to the program that is started next.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL(".", import.meta.url));
const sources = ["core", "plugins", "apps", "tests", "bench"];
const forced = process.argv.includes("--force");

install();
await build();

function install() {
	const installed = join(root, "node_modules", ".package-lock.json");
	if (newest(installed) >= newest(join(root, "package-lock.json"))) {
		return;
	}
	say("installing packages ...");
	// The prebuilt binaries inside the packages are enough: nothing is compiled on the way. Not `npm ci`: it refuses to
	// install where a registry lacks the optional package of some other platform, which then is not in the lock file
	// either. `npm pack --dry-run` would pass its flag on.
	run("npm", ["install", "--no-save", "--no-dry-run", "--include=dev", "--ignore-scripts", "--no-audit", "--no-fund"]);
	// npm leaves it as old as it was where nothing had to be installed.
	const now = new Date();
	utimesSync(installed, now, now);
}

async function build() {
	const stamp = join(root, "dist", ".built");
	const made = newest(stamp);
	const wanted = Math.max(
		newest(join(root, "tsconfig.json")),
		newest(join(root, "bundle.mjs")),
		...sources.map((folder) => newestBelow(join(root, folder))),
	);
	if (!forced && made >= wanted) {
		return;
	}
	say("building ...");
	removeStale(join(root, "dist"), root);
	run(process.execPath, [join(root, "node_modules", "typescript", "bin", "tsc"), "-p", join(root, "tsconfig.json")]);
	// Loaded here, since there may have been no package to make it with before.
	const { bundle } = await import("./bundle.mjs");
	await bundle();
	const { joinModules } = await import("./dist/tests/joined/join.js");
	await joinModules();
	writeFileSync(stamp, "");
}

/** A compiled file whose source is gone would still be found by tests. */
function removeStale(folder, sourceFolder) {
	if (!existsSync(folder)) {
		return;
	}
	for (const entry of readdirSync(folder, { withFileTypes: true })) {
		const path = join(folder, entry.name);
		if (entry.isDirectory()) {
			removeStale(path, join(sourceFolder, entry.name));
		} else if (entry.name.endsWith(".js") && !existsSync(join(sourceFolder, entry.name.replace(/\.js$/, ".ts")))) {
			rmSync(path);
			rmSync(path.replace(/\.js$/, ".d.ts"), { force: true });
			rmSync(`${path}.map`, { force: true });
		}
	}
}

function newestBelow(folder) {
	if (!existsSync(folder)) {
		return 0;
	}
	let time = newest(folder);
	for (const entry of readdirSync(folder, { withFileTypes: true })) {
		const path = join(folder, entry.name);
		time = Math.max(time, entry.isDirectory() ? newestBelow(path) : newest(path));
	}
	return time;
}

function newest(path) {
	return existsSync(path) ? statSync(path).mtimeMs : 0;
}

function run(command, args) {
	try {
		execFileSync(command, args, { cwd: root, stdio: ["ignore", 2, 2] });
	} catch {
		say(`failed: ${command} ${args.join(" ")}`);
		process.exit(1);
	}
}

function say(text) {
	process.stderr.write(`verso: ${text}\n`);
}
