/**
 * The command line of `verso compare`, where the order of flags counts.
 *
 * In: flags in the order they were written. Out: what all settings have in common, and a wish for each setting.
 *
 *     --as documented   --version 2.1.0   --version 2.1.3 --mix insert-check=2.0
 *     └ all settings    └ the first       └ the second
 */
import { type Command, InvalidArgumentError, Option } from "commander";
import { releases } from "../../../plugins/index.ts";
import type { BookWish, Mode } from "../../compose/book.ts";

export interface CompareFlags {
	readonly settings: Wishes;
	readonly setup?: string;
	readonly from?: string;
	readonly json?: boolean;
	readonly all?: boolean;
	/** Lines whose statements are printed in full. */
	readonly line?: readonly number[];
}

interface Wishes {
	readonly common: Wish;
	readonly each: readonly Wish[];
}

type Wish = { -readonly [K in keyof BookWish]: BookWish[K] };

const help = `
Every --version begins a setting, and the flags behind it belong to it; flags before the first --version belong to all:
  verso compare shop.sql --version 2.1.0 --version 2.1.3
  verso compare shop.sql --version 2.1.3 --version 2.1.3 --mix insert-check=2.0
  verso compare shop.sql --as measured --version 2.1.2 --version 2.1.7 --plugin ./mine.mjs
  verso compare shop.sql --all-releases
  verso compare upgrade.sql --setup create.sql --from 2.1.0 --version 2.1.0 --version 2.1.3
Each setting is compared with the one before it. Nothing is kept: each plays on a store of its own, in memory.
What fails alike under every setting, or is not supported by verso, is listed and not judged.`;

/** Adds the command; commander hands flags over in the order they stand. */
export function compareCommand(program: Command): Command {
	const wishes: { common: Wish; each: Wish[] } = { common: {}, each: [] };
	const last = (): Wish => wishes.each.at(-1) ?? wishes.common;
	const add = (flags: string, about: string, take: (text: string) => void, choices?: readonly string[]): Option => {
		const option = new Option(flags, about);
		if (choices !== undefined) {
			option.choices(choices);
		}
		const check = option.parseArg;
		return option.argParser((text: string) => {
			check?.(text, undefined);
			take(text);
			return wishes;
		});
	};
	const list =
		(name: "mixes" | "quirks" | "plugins") =>
		(text: string): void => {
			last()[name] = [...(last()[name] ?? []), text];
		};
	const modes: readonly Mode[] = ["documented", "measured"];
	return program
		.command("compare")
		.description("play a SQL script under two or more settings, and say which answers differ and which rule decided")
		.argument("<file>", "a file, or - for standard input")
		.addOption(
			add("--version <release>", "begins a setting: the release to be", (release) => wishes.each.push({ release })),
		)
		.addOption(
			add(
				"--as <mode>",
				"how the release behaves: as documented, or as measured (default: documented)",
				(mode) => {
					last().mode = mode as Mode;
				},
				modes,
			),
		)
		.addOption(
			add(
				"--mix <hook[.question]=release>",
				"take one hook's rule, or one question's answer, from another release or a plugin's file; + in front: above plugins (repeatable)",
				list("mixes"),
			),
		)
		.addOption(add("--quirk <name>", "lay a single measured quirk over the release (repeatable)", list("quirks")))
		.addOption(add("--plugin <file-or-package>", "lay a plugin of your own on top (repeatable)", list("plugins")))
		.option("--setup <file>", "a script that is played first, on the same store, and must not fail")
		.option("--from <release>", "the release that plays the setup (default: each setting's own)")
		.option("--all-releases", "a setting for every release that changed something, before those of --version")
		.on("option:all-releases", () => {
			wishes.each.unshift(...releases.map(({ name }) => ({ release: name })));
		})
		.option("--line <number>", "print the answers to the statement in that line in full (repeatable)", addLine)
		.option("--all", "print the answers to all statements that differ in full")
		.option("--json", "print JSON")
		.addHelpText("after", help)
		.hook("preAction", (command) => {
			command.setOptionValue("settings", wishes);
		});
}

/** `--line 3 --line 7`, `--line 3,7`. */
function addLine(text: string, before: readonly number[] = []): readonly number[] {
	if (!/^\d+(,\d+)*$/.test(text)) {
		throw new InvalidArgumentError("It takes the number of a line.");
	}
	return [...before, ...text.split(",").map(Number)];
}
