/**
 * Projects with the packed library: `npm pack` unpacked where npm would put it, with the dependencies it declares and
 * no others.
 */
import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { longestRun } from "../longest-run.ts";
import { root } from "../root.ts";

export interface Project {
	readonly folder: string;
	/** Writes files by their names. */
	write(files: Readonly<Record<string, string>>): void;
	/** Runs Node in it. Returns what was printed. Throws where it fails; what it printed is in the error. */
	run(words: readonly string[], place?: { readonly node?: string; readonly within?: string }): Promise<string>;
	remove(): void;
}

/** Packs the library into a folder, and returns the file. */
export function packInto(folder: string): string {
	const words = ["pack", "--json", "--ignore-scripts", "--pack-destination", folder];
	const [packed] = JSON.parse(execFileSync("npm", words, { cwd: root, encoding: "utf8" })) as [{ filename: string }];
	return join(folder, packed.filename);
}

/** `packages`: folders of installed packages by the name that the project has them by. */
export function makeProject(packages: Readonly<Record<string, string>> = {}): Project {
	const folder = realpathSync(mkdtempSync(join(tmpdir(), "verso-project-")));
	const library = join(folder, "node_modules", "verso-db");
	mkdirSync(join(library, "node_modules"), { recursive: true });
	execFileSync("tar", ["-xzf", packInto(folder), "-C", library, "--strip-components=1"]);
	const { dependencies } = JSON.parse(readFileSync(join(library, "package.json"), "utf8")) as {
		dependencies: Record<string, string>;
	};
	for (const name of Object.keys(dependencies)) {
		symlinkSync(join(root, "node_modules", name), join(library, "node_modules", name));
	}
	for (const [name, path] of Object.entries(packages)) {
		const place = join(folder, "node_modules", name);
		mkdirSync(dirname(place), { recursive: true });
		symlinkSync(path, place);
	}
	const project = projectIn(folder);
	project.write({ "package.json": '{ "private": true }' });
	return project;
}

export function projectIn(folder: string): Project {
	return {
		folder,
		write(files) {
			for (const [name, text] of Object.entries(files)) {
				mkdirSync(dirname(join(folder, name)), { recursive: true });
				writeFileSync(join(folder, name), text);
			}
		},
		async run(words, { node = process.execPath, within = "." } = {}) {
			const { NODE_TEST_CONTEXT: _context, NODE_OPTIONS: _options, ...others } = process.env;
			const env = { ...others, CI: "1", NO_COLOR: "1" };
			const { stdout, stderr } = await promisify(execFile)(node, words, {
				...longestRun,
				cwd: join(folder, within),
				env,
			});
			return stdout + stderr;
		},
		remove: () => rmSync(folder, { recursive: true, force: true }),
	};
}

/** A code block of the guide, by the heading that it is the first under. */
export function guideBlock(heading: string, language = "js"): string {
	const page = readFileSync(join(root, "docs", "guides", "embed.md"), "utf8");
	const section = page.slice(page.indexOf(`\n## ${heading}\n`));
	return new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(section)?.[1] ?? "";
}
