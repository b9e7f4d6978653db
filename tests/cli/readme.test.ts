/**
 * Every command of the main README, run in order on a terminal of 100 columns: it prints what the page shows.
 *
 * `npm test -- --update readme` writes the outputs into the page. The server of the first block listens on free ports,
 * which take the place of 4000 and 10080 in later commands.
 */
import { spawn } from "node:child_process";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import test, { type ExecutionContext } from "ava";
import { testWith } from "../clients/program.ts";
import { longestRun } from "../longest-run.ts";
import { isUpdate, root } from "../root.ts";
import { serveVerso, temporaryFolder } from "./program.ts";
import { isShown, type Shown, shownCommands, withOutputs } from "./readme.ts";

const page = join(root, "README.md");
const program = join(root, "dist", "bundle", "verso.cjs");
const shownPorts = { mysql: 4000, http: 10080 };

testWith(
	"script",
	"mysql",
	"curl",
)("the README's commands print what it shows", async (t) => {
	const text = readFileSync(page, "utf8");
	const commands = shownCommands(text);
	t.true(commands.length > 8);
	const folder = temporaryFolder(t);
	symlinkSync(join(root, "plugins"), join(folder, "plugins"));
	const server = await serveShown(t, commands[0] as Shown, folder);
	const toReal = (line: string): string =>
		line.replaceAll(`${shownPorts.mysql}`, `${server.mysql}`).replaceAll(`${shownPorts.http}`, `${server.http}`);
	const toShown = (line: string): string =>
		line.replaceAll(`${server.mysql}`, `${shownPorts.mysql}`).replaceAll(`${server.http}`, `${shownPorts.http}`);
	const outputs = new Map<Shown, readonly string[]>();
	for (const shown of commands.slice(1)) {
		const printed = (await atTerminal(toReal(shown.command), folder)).map(toShown);
		if (isShown(shown.output, printed)) {
			continue;
		}
		if (isUpdate && !shown.output.includes("...")) {
			outputs.set(shown, printed);
		} else {
			t.deepEqual(printed, shown.output as string[], shown.command);
		}
	}
	if (outputs.size > 0) {
		writeFileSync(page, withOutputs(text, outputs));
	}
});

test("lines between ellipses are compared, and a planted difference is found", (t) => {
	t.true(isShown(["a", "...", "c"], ["a", "b", "b", "c"]));
	t.true(isShown(["...", "c", "..."], ["c"]));
	t.false(isShown(["a", "...", "c"], ["a", "b", "b", "d"]));
	t.false(isShown(["a"], ["a", "b"]));
});

/** The first command of the page: a server by `npm start`, whose ready line is the one shown. */
async function serveShown(
	t: ExecutionContext,
	{ command, output }: Shown,
	folder: string,
): Promise<{ mysql: number; http: number }> {
	const words = /^npm start -- (.*)$/.exec(command)?.[1]?.split(" ") ?? [];
	t.true(words.length > 0);
	const server = await serveVerso(t, [...words, "--data-dir", join(folder, "data")], { bundled: true });
	const { mysqlPort: mysql, httpPort: http } = server;
	t.deepEqual(
		[server.readyLine.replace(`:${mysql}`, `:${shownPorts.mysql}`).replace(`:${http}`, `:${shownPorts.http}`)],
		output as string[],
	);
	return { mysql, http };
}

/** The lines that a command prints, errors among them, on a terminal of its own. */
async function atTerminal(command: string, folder: string): Promise<readonly string[]> {
	const file = join(folder, "command.sh");
	writeFileSync(
		file,
		`stty cols 100 rows 50\nexport TERM=dumb\nverso() { "${process.execPath}" "${program}" "$@"; }\n${command}\n`,
	);
	const child = spawn("script", ["-qec", `bash ${file}`, "/dev/null"], {
		cwd: folder,
		stdio: ["ignore", "pipe", "inherit"],
		...longestRun,
	});
	let printed = "";
	child.stdout.setEncoding("utf8").on("data", (part: string) => void (printed += part));
	await new Promise((resolve) => child.on("close", resolve));
	const lines = stripVTControlCharacters(printed).replaceAll("\r\n", "\n").split("\n");
	return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}
