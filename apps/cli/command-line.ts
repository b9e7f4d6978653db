/**
 * The command line in full: every command, its flags, its help.
 *
 * In: arguments. Out: a promise that rejects with what went wrong; the exit code where a command has one of its own.
 * `verso.ts` comes here with all that is more than a plain start.
 */
import { Argument, Command, Option } from "commander";
import { didYouMean } from "../../core/index.ts";
import { UsageError } from "../compose/usage-error.ts";
import { clusterCommand } from "./cluster-options.ts";
import { type CompareFlags, compareCommand } from "./compare/options.ts";
import { printCompletion, type Shell, shells } from "./help/completion.ts";
import { exitCodeHelp } from "./exit-code.ts";
import { examples, formatHelpItem, printExamples } from "./help/help-text.ts";
import type { InspectFlags } from "./inspect.ts";
import type { MendFlags } from "./mend.ts";
import type { BlameFlags } from "./rehearse/blame.ts";
import { blameCommand, type RehearseFlags, rehearseCommand, shrinkCommand } from "./rehearse/options.ts";
import type { ShrinkFlags } from "./rehearse/shrink.ts";
import { Options } from "./options.ts";
import type { RecordFlags } from "./record/record.ts";
import { programVersion } from "./program.ts";
import { type TraceFlags, traceCommand } from "./trace-options.ts";
import { groupOf } from "./help/setting-group.ts";
import {
	type Setting,
	behaviourSettings,
	environmentName,
	scriptSettings,
	serverSettings,
	watchSetting,
} from "./setting.ts";

/** Hints behind sentences on mistakes in the command line, of one command or of all. */
const hints: readonly { readonly mistake: RegExp; readonly command?: string; readonly hint: string }[] = [
	{ mistake: /option '--version.*argument missing/, hint: "verso -V prints verso's own version" },
	{ mistake: /unknown option '--version'/, command: "rehearse", hint: "releases are named by --from and --to" },
	{
		mistake: /too many arguments/,
		command: "rehearse",
		hint: "inputs are named by their role: --schema FILE, --migrations FILE, --traffic FILE",
	},
];

function hintOn(sentence: string): string {
	const [, , first] = process.argv;
	const found = hints.find(({ mistake, command }) => mistake.test(sentence) && (command ?? first) === first);
	return found === undefined ? "" : `; ${found.hint}`;
}

const program = new Command("verso")
	.description("a MySQL-protocol database server whose version is a plugin")
	.version(programVersion(), "-V", "print verso's own version")
	.helpCommand("help [command]", "print this help, or that of a command")
	.configureHelp({ formatItem: formatHelpItem })
	.exitOverride()
	.configureOutput({
		outputError: (sentence, write) =>
			write(
				`${sentence
					.trim()
					.replace(/^error:/, "verso:")
					.replace(/\.$/, "")
					.replaceAll("\n", " ")}${hintOn(sentence)}\n`,
			),
	})
	.addHelpText("after", () => `\nExamples:\n${printExamples(examples)}${sources}`);

const sources = `A setting may also come from the environment (VERSO_PORT=4001) or a configuration file;
flags win over environment over file over defaults.`;

const mendHelp = `
Tried are: answers and whole hooks of other releases, for the questions that the script asks; switches of rules; plugins
of --try-plugin. A set is printed only if the script, played with it, reached the goal:
  verso mend upgrade.sql --version 2.1.2
  verso mend alter.sql --setup tables.sql --from 2.1.0 --version 2.1.2
  verso mend shop.sql --version 2.1.7 --goal same-as=2.1.0`;

const recordHelp = `
A line of JSON an event: docs/reference/recording.md. Passwords are not recorded; TLS is not offered. Ctrl-C ends it:
  verso record --upstream mysql://old:3306 --port 4000 --out monday.jsonl`;

const serveCommand = withSettings(
	program.command("serve", { isDefault: true }).description("start a server (the default command)"),
	serverSettings,
);
program.addHelpText(
	"after",
	() =>
		`\nOptions of serve, which may be left out (verso --version 2.1.3):\n` +
		(serveCommand.helpInformation().split(/(?=^Release:\n)/m)[1] ?? ""),
);
serveCommand.action(async (flags: Record<string, unknown>) => {
	const { serve } = await import("./serve.ts");
	await serve(new Options(serverSettings, flags, process.env));
});

const runSettings = [...behaviourSettings, ...scriptSettings, watchSetting];
withSettings(
	program
		.command("run")
		.description("play a SQL script without a server")
		.argument("<file>", "a file, or - for standard input"),
	runSettings,
)
	.option("-t, --table", "print results as tables (default on a terminal)")
	.option("-f, --force", "go on after an error")
	.option("-D, --database <name>", "the default database (default: test)")
	.action(async (file: string, flags: Record<string, unknown>) => {
		const { run } = await import("./run.ts");
		process.exitCode = await run(file, new Options(runSettings, flags, process.env), flags);
	});

compareCommand(program).action(async (file: string, flags: CompareFlags) => {
	const { printComparison } = await import("./compare/compare.ts");
	process.exitCode = await printComparison(file, flags);
});

rehearseCommand(program).action(async (flags: RehearseFlags) => {
	const { printRehearsal } = await import("./rehearse/rehearse.ts");
	process.exitCode = await printRehearsal(flags);
});

blameCommand(program).action(async (statement: string, flags: BlameFlags) => {
	const { printBlame } = await import("./rehearse/blame.ts");
	const { text, exitCode } = await printBlame(statement, flags);
	process.stdout.write(text);
	process.exitCode = exitCode;
});

shrinkCommand(program).action(async (file: string, flags: ShrinkFlags) => {
	const { printShrunk } = await import("./rehearse/shrink.ts");
	process.stdout.write(await printShrunk(file, flags));
});

withSettings(
	program
		.command("mend")
		.description("find the smallest changes of rules, settings or plugins under which a script runs")
		.argument("<file>", "a file, or - for standard input"),
	behaviourSettings,
)
	.option("--setup <file>", "a script that is played first, on the same store, and must not fail")
	.option("--from <release>", "the release that plays the setup (default: that of --version)")
	.option("--goal <goal>", "no-errors, or same-as=RELEASE: every answer as that release gives it", "no-errors")
	.option("--try-plugin <file-or-package>", "a plugin that may be among the changes (repeatable)", addWord)
	.option("--json", "print JSON")
	.addHelpText("after", mendHelp)
	.action(async (file: string, flags: MendFlags & Record<string, unknown>) => {
		const { printMending } = await import("./mend.ts");
		process.exitCode = await printMending(file, new Options(behaviourSettings, flags, process.env), flags);
	});

traceCommand(
	withSettings(
		program
			.command("trace")
			.description("show how a statement passes through the database: tokens, tree, plan, rules, store, packets")
			.argument("[statement]", "SQL, the last of whose statements is traced; - or none: standard input"),
		behaviourSettings,
	),
).action(async (statement: string | undefined, flags: TraceFlags & Record<string, unknown>) => {
	const { printStatementTrace } = await import("./trace.ts");
	await printStatementTrace(statement, new Options(behaviourSettings, flags, process.env), flags);
});

program
	.command("record")
	.description("pass clients on to a server, and record what they send and are answered")
	.requiredOption("--upstream <url>", "the server: mysql://HOST[:PORT]; clients log in there themselves")
	.option("--host <address>", "where to listen", "127.0.0.1")
	.option("--port <number>", "where to listen", "4000")
	.option("-o, --out <file>", "a new file for the recording (default: standard output)")
	.addHelpText("after", recordHelp)
	.action(async (flags: RecordFlags) => {
		const { record } = await import("./record/record.ts");
		process.exitCode = await record(flags);
	});

program
	.command("info")
	.description("say what a data directory is and who opened it last")
	.argument("<dir>", "a data directory")
	.option("--json", "print JSON")
	.action(async (directory: string, { json }: { json?: boolean }) => {
		const { printInfo } = await import("./info.ts");
		process.stdout.write(await printInfo(directory, json === true));
	});

withSettings(
	program
		.command("inspect")
		.description(
			"list the columns of text in a data directory as a release sees them, and rows at risk; nothing is changed",
		)
		.argument("<dir>", "a data directory; a server may run on it"),
	behaviourSettings,
)
	.option("--at-risk", "only columns whose data or declaration is at risk")
	.option("--json", "print JSON")
	.addHelpText(
		"after",
		`
Without --version: as the directory was opened last.
  written     the column's own clause          resolved    what was recorded when it was made
  in force    what the release reads it as     shown       what SHOW CREATE TABLE lets one believe
Columns in utf8 are searched for characters of four bytes, with the keys of some rows.`,
	)
	.action(async (directory: string, flags: InspectFlags & Record<string, unknown>) => {
		const { printInspection } = await import("./inspect.ts");
		process.stdout.write(await printInspection(directory, new Options(behaviourSettings, flags, process.env), flags));
	});

program
	.command("check")
	.description("walk a data directory's pages, keys, rows and indexes and say what is wrong; a server may run on it")
	.argument("<dir>", "a data directory")
	.option("--json", "print JSON")
	.action(async (directory: string, { json }: { json?: boolean }) => {
		const { printCheck } = await import("./check.ts");
		const { text, exitCode } = await printCheck(directory, json === true);
		process.stdout.write(text);
		process.exitCode = exitCode;
	});

program
	.command("backup")
	.description("copy a data directory, checked; a server may run on it")
	.argument("<dir>", "a data directory")
	.argument("<target>", "a new directory")
	.option("--json", "print JSON")
	.action(async (directory: string, target: string, { json }: { json?: boolean }) => {
		const { backup } = await import("./backup.ts");
		process.stdout.write(await backup(directory, target, json === true));
	});

program
	.command("restore")
	.description("make a data directory from a backup")
	.argument("<backup>", "a directory that verso backup made")
	.argument("<dir>", "a new directory")
	.option("--json", "print JSON")
	.action(async (target: string, directory: string, { json }: { json?: boolean }) => {
		const { restore } = await import("./backup.ts");
		process.stdout.write(await restore(target, directory, json === true));
	});

clusterCommand(program);

program
	.command("releases")
	.description("list the releases, when they came out and what they brought")
	.option(
		"--plugin <file-or-package>",
		"a release of your own, to be listed with the others (repeatable)",
		(text: string, before: string[] | undefined) => [...(before ?? []), text],
	)
	.option("--json", "print JSON")
	.action(async ({ json, plugin }: { json?: boolean; plugin?: readonly string[] }) => {
		const { printReleases } = await import("./rules/releases.ts");
		process.stdout.write(await printReleases(json === true, plugin));
	});

withSettings(
	program.command("rules").description("print the composed rule book: hook, rule, where it came from, note"),
	behaviourSettings,
)
	.option("--matrix", "print hooks by releases: which rules answer")
	.option("--from <release>", "print the questions whose rules differ between this release and that of --version")
	.option("--json", "print JSON, with the whole history of every hook")
	.action(async (flags: Record<string, unknown>) => {
		const { printRules } = await import("./rules/releases.ts");
		process.stdout.write(await printRules(new Options(behaviourSettings, flags, process.env), flags));
	});

program
	.command("explain")
	.description("print the page of a rule: why, an example that is played, ways out of what it breaks")
	.argument(
		"<word>",
		"a rule, a quirk, a hook, HOOK.QUESTION, a release, an error's code, a setting, or scope: what is simulated",
	)
	.option("--plugin <file-or-package>", "a plugin whose rules are explained, too (repeatable)", addWord)
	.option("--json", "print JSON")
	.addHelpText(
		"after",
		`
  verso explain RefuseWideCharacters      verso explain one-change-an-alter
  verso explain 1366                      verso explain scope`,
	)
	.action(async (word: string, { json, plugin }: { json?: boolean; plugin?: readonly string[] }) => {
		const { printExplanation } = await import("./rules/explain.ts");
		process.stdout.write(await printExplanation(word, plugin ?? [], json === true));
	});

const pluginSettings = [...behaviourSettings, ...scriptSettings.filter(({ name }) => name === "config")];
withSettings(
	program.command("plugins").description("list the plugins in force: file, hash, options, hooks"),
	pluginSettings,
)
	.option("--json", "print JSON")
	.action(async (flags: Record<string, unknown>) => {
		const { printPlugins } = await import("./rules/plugins.ts");
		process.stdout.write(await printPlugins(new Options(pluginSettings, flags, process.env), flags["json"] === true));
	});

program
	.command("plugin")
	.description("make a plugin: verso plugin new NAME")
	.command("new")
	.description("make a folder with a plugin, its test, package.json and types")
	.argument("<name>", "the folder's and the plugin's name: small letters, digits and dashes")
	.action(async (name: string) => {
		const { makePlugin } = await import("./rules/new-plugin.ts");
		process.stdout.write(makePlugin(name));
	});

program
	.command("quirks")
	.description(
		"list what real servers were seen to do beside their documentation: --as measured lays it over the release",
	)
	.option("--version <release>", "only the quirks in force at this release")
	.option("--json", "print JSON")
	.action(async ({ version, json }: { version?: string; json?: boolean }) => {
		const { printQuirks } = await import("./rules/quirks.ts");
		process.stdout.write(printQuirks(version, json === true));
	});

for (const command of program.commands) {
	command.addHelpText("after", exitCodeHelp(command.name()));
}

program
	.command("completion")
	.description("print a script that completes commands and flags in a shell")
	.addArgument(new Argument("<shell>", "the shell").choices(shells))
	.addHelpText(
		"after",
		`
  eval "$(verso completion bash)"                                   in ~/.bashrc
  verso completion zsh > "\${fpath[1]}/_verso"                       for zsh
  verso completion fish > ~/.config/fish/completions/verso.fish     for fish`,
	)
	.action((shell: Shell) => {
		process.stdout.write(printCompletion(shell, program));
	});

export async function runCommandLine(words: readonly string[]): Promise<void> {
	const [first = ""] = words;
	const commands = [...program.commands.map((command) => command.name()), "help"];
	if (first !== "" && !first.startsWith("-") && !commands.includes(first)) {
		throw new UsageError(`there is no command ${first}${didYouMean(first, commands)}; verso help lists them`, 2);
	}
	if (words.length === 1 && first === "--version") {
		process.stdout.write(`${programVersion()}\n`);
		process.stderr.write("verso: --version RELEASE chooses the release to be; verso releases lists them\n");
		return;
	}
	await program.parseAsync();
}

function addWord(word: string, before: readonly string[] = []): readonly string[] {
	return [...before, word];
}

function withSettings(command: Command, settings: readonly Setting[]): Command {
	for (const setting of settings) {
		const hint =
			typeof setting.default === "string" || typeof setting.default === "number"
				? ` (default: ${setting.default})`
				: "";
		const option = new Option(setting.flags, `${setting.about}${hint} [${environmentName(setting)}]`);
		if (setting.kind === "port" || setting.kind === "count") {
			option.argParser((text: string) => (/^\d+$/.test(text) ? Number(text) : text));
		}
		if (setting.kind === "list") {
			option.argParser((text: string, before: string[] | undefined) => [...(before ?? []), text]);
		}
		command.addOption(option.helpGroup(`${groupOf(setting.name)}:`));
		for (const alias of setting.aliases ?? []) {
			command.addOption(new Option(setting.flags.replace(`--${setting.name}`, `--${alias}`)).hideHelp());
		}
	}
	return command;
}
