/**
 * A plain start of a server, read without the package that reads command lines.
 *
 * In: arguments and settings. Out: the flags, as commander names them; undefined for whatever is more than known
 * flags with their values: then commander reads it, and tells what is wrong with it.
 *
 * Measured: commander, and `child_process` which it loads, take 6 of the 40 ms that a start takes beside Node itself.
 */
import { camelCase } from "./options.ts";
import { namesOf, type Setting } from "./setting.ts";

export function plainServeFlags(
	words: readonly string[],
	settings: readonly Setting[],
): Record<string, unknown> | undefined {
	const byFlag = new Map(
		settings.flatMap((setting) =>
			[...(setting.flags.match(/(?<![\w-])--?[a-z-]+/gi) ?? []), ...namesOf(setting).map((name) => `--${name}`)].map(
				(flag) => [flag, setting] as const,
			),
		),
	);
	const flags: Record<string, unknown> = {};
	const rest = words[0] === "serve" ? words.slice(1) : [...words];
	while (rest.length > 0) {
		const [word = "", ...attached] = (rest.shift() ?? "").split("=");
		const setting = byFlag.get(word);
		if (setting === undefined) {
			return undefined;
		}
		const name = camelCase(setting.name);
		if (setting.kind === "flag") {
			if (attached.length > 0) {
				return undefined;
			}
			flags[name] = true;
			continue;
		}
		const value = attached.length > 0 && word.startsWith("--") ? attached.join("=") : rest.shift();
		if (
			value === undefined ||
			value === "" ||
			value.startsWith("-") ||
			(attached.length > 0 && !word.startsWith("--"))
		) {
			return undefined;
		}
		flags[name] = given(setting, value, flags[name]);
	}
	return flags;
}

function given(setting: Setting, value: string, before: unknown): unknown {
	switch (setting.kind) {
		case "port":
		case "count":
			return /^\d+$/.test(value) ? Number(value) : value;
		case "list":
			return [...((before as string[] | undefined) ?? []), value];
		default:
			return value;
	}
}
