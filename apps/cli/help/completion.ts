/**
 * Completion scripts for bash, zsh and fish, made from the command line's own commands, flags and choices.
 */
import type { Command, Option } from "commander";
import { releaseNames } from "../../../plugins/index.ts";
import { serverSettings } from "../setting.ts";

export const shells = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof shells)[number];

interface CompletedFlag {
	readonly names: readonly string[];
	readonly takesValue: boolean;
	/** Empty: any value, such as a file. */
	readonly values: readonly string[];
	readonly about: string;
}

interface CompletedCommand {
	readonly name: string;
	readonly about: string;
	readonly flags: readonly CompletedFlag[];
}

export function printCompletion(shell: Shell, program: Command): string {
	const commands = [
		...program.commands.map((command) => ({
			name: command.name(),
			about: command.description(),
			flags: command.options.filter(({ hidden }) => !hidden).map(completedFlag),
		})),
		{ name: "help", about: "print the help, or that of a command", flags: [] },
	];
	return printers[shell](commands);
}

function completedFlag(option: Option): CompletedFlag {
	const { short, long, required, optional, description } = option;
	return {
		names: [short, long].filter((name) => name !== undefined),
		takesValue: required || optional,
		values: valuesOf(option),
		about: description,
	};
}

function valuesOf({ long, argChoices }: Option): readonly string[] {
	if (long === "--version" || long === "--from") {
		return releaseNames.filter((name) => !name.endsWith("x"));
	}
	return argChoices ?? serverSettings.find(({ name }) => `--${name}` === long)?.choices ?? [];
}

/** Flags of serve count where there is no command. */
const printers: Record<Shell, (commands: readonly CompletedCommand[]) => string> = {
	bash: (commands) => `# Completion of verso for bash: eval "$(verso completion bash)"
_verso() {
	local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]}" flags=""
	case "$before" in
${flagValues(commands)
	.map(
		({ names, values }) =>
			`		${names.join("|")}) COMPREPLY=($(compgen -W "${values.join(" ")}" -- "$word")); return ;;\n`,
	)
	.join("")}	esac
	case "$command" in
${commands
	.map(({ name, flags }) => `		${name === "serve" ? "serve|-*" : name}) flags="${flagNames(flags).join(" ")}" ;;\n`)
	.join("")}	esac
	if [[ "$word" == -* ]]; then
		COMPREPLY=($(compgen -W "$flags --help" -- "$word"))
	elif [[ $COMP_CWORD -eq 1 ]]; then
		COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(" ")}" -- "$word"))
	else
		COMPREPLY=($(compgen -f -- "$word"))
	fi
}
complete -o filenames -F _verso verso
`,
	zsh: (commands) => `#compdef verso
# Completion of verso for zsh.
_verso() {
	local -a commands
	commands=(
${commands.map(({ name, about }) => `		${quoted(`${name}:${about}`)}\n`).join("")}	)
	if (( CURRENT == 2 )) && [[ $PREFIX != -* ]]; then
		_describe command commands
		return
	fi
	case $words[2] in
${commands
	.map(
		({ name, flags }) => `		${name === "serve" ? "serve|-*" : name})\n			_arguments ${zshArguments(flags)} ;;\n`,
	)
	.join("")}	esac
}
compdef _verso verso
`,
	fish: (commands) => `# Completion of verso for fish.
${commands
	.flatMap(({ name, about, flags }) => [
		`complete -c verso -n __fish_use_subcommand -a ${name} -d ${quoted(about)}\n`,
		...flags.map((flag) => fishFlag(name, flag)),
	])
	.join("")}`,
};

function flagNames(flags: readonly CompletedFlag[]): readonly string[] {
	return flags.flatMap(({ names }) => names);
}

/** Flags with a list of values, each once: a flag means the same for every command. */
function flagValues(commands: readonly CompletedCommand[]): readonly CompletedFlag[] {
	const flags = commands.flatMap((command) => command.flags).filter(({ values }) => values.length > 0);
	return flags.filter((flag, at) => flags.findIndex(({ names }) => names.join() === flag.names.join()) === at);
}

function zshFlag({ names, takesValue, values, about }: CompletedFlag): readonly string[] {
	const text = about.replace(/[[\]:]/g, " ");
	const value = !takesValue ? "" : values.length > 0 ? `:value:(${values.join(" ")})` : ":value:_files";
	return names.map((name) => quoted(`*${name}[${text}]${value}`));
}

function zshArguments(flags: readonly CompletedFlag[]): string {
	return [...flags.flatMap(zshFlag), quoted("*:file:_files")].join(" \\\n				");
}

function fishFlag(command: string, { names, takesValue, values, about }: CompletedFlag): string {
	const isHere =
		command === "serve"
			? "__fish_use_subcommand; or __fish_seen_subcommand_from serve"
			: `__fish_seen_subcommand_from ${command}`;
	const flags = names.map((name) => (name.startsWith("--") ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`));
	const value = !takesValue ? "" : values.length > 0 ? ` -x -a ${quoted(values.join(" "))}` : " -r";
	return `complete -c verso -n ${quoted(isHere)} ${flags.join(" ")}${value} -d ${quoted(about)}\n`;
}

function quoted(text: string): string {
	return `'${text.replaceAll("'", "'\\''")}'`;
}
