/**
 * Merges a command's settings: flags win over environment over configuration file over
 * defaults.
 *
 * In: commander's flags, the environment, a configuration file. Out: one value for every setting.
 */
import { dirname, resolve } from "node:path";
import { pluginBeside } from "../compose/plugin-file.ts";
import { UsageError } from "../compose/usage-error.ts";
import { type RawConfig, readConfig, readSettings } from "./config-file.ts";
import { type Setting, environmentName, namesOf } from "./setting.ts";

export class Options {
	readonly config: RawConfig | undefined;
	readonly #values = new Map<string, unknown>();

	constructor(settings: readonly Setting[], flags: Record<string, unknown>, environment: NodeJS.ProcessEnv) {
		const path = settings.some(({ name }) => name === "config")
			? (flags["config"] ?? environment["VERSO_CONFIG"])
			: undefined;
		this.config = typeof path === "string" ? readConfig(path) : undefined;
		const configured =
			this.config === undefined
				? new Map<string, unknown>()
				: besideConfig(this.config.path, readSettings(this.config, settings));
		for (const setting of settings) {
			const flag = firstOf(setting, (name) => flags[camelCase(name)]);
			const variable = firstOf(setting, (name) => environment[environmentName({ name })] || undefined);
			const said =
				flag ?? (variable === undefined ? undefined : parseText(setting, variable)) ?? configured.get(setting.name);
			this.#values.set(setting.name, check(setting, said ?? setting.default));
		}
	}

	/** Does the command know this setting? */
	has(name: string): boolean {
		return this.#values.has(name);
	}

	value(name: string): unknown {
		return this.#values.get(name);
	}

	text(name: string): string | undefined {
		return this.#values.get(name) as string | undefined;
	}

	number(name: string): number {
		return Number(this.#values.get(name));
	}

	flag(name: string): boolean {
		return this.#values.get(name) === true;
	}

	list(name: string): readonly string[] {
		return this.#values.get(name) as readonly string[];
	}
}

/** Plugins that a configuration file names, also those of mixes, count from its folder. */
function besideConfig(path: string, values: Map<string, unknown>): Map<string, unknown> {
	const folder = dirname(resolve(path));
	const plugins = values.get("plugin") as readonly string[] | undefined;
	const mixes = values.get("mix") as readonly string[] | undefined;
	return new Map([
		...values,
		...(plugins === undefined ? [] : [["plugin", plugins.map((word) => pluginBeside(word, folder))] as const]),
		...(mixes === undefined
			? []
			: [
					[
						"mix",
						mixes.map((mix) => mix.replace(/(?<==)\.[^=]*[/\\].*$/, (word) => pluginBeside(word, folder))),
					] as const,
				]),
	]);
}

/** The value under the setting's name, or else under an alias of it. */
function firstOf<Value>(setting: Setting, valueOf: (name: string) => Value | undefined): Value | undefined {
	return namesOf(setting)
		.map(valueOf)
		.find((value) => value !== undefined);
}

/** A flag's or variable's text as the setting's kind. */
function parseText(setting: Setting, text: string): unknown {
	switch (setting.kind) {
		case "port":
		case "count":
			return /^\d+$/.test(text) ? Number(text) : text;
		case "flag":
			return !["0", "false", "off", "no"].includes(text.toLowerCase());
		case "list":
			return text.split(",");
		default:
			return text;
	}
}

function check(setting: Setting, value: unknown): unknown {
	if (
		setting.kind === "port" &&
		!(typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 65535)
	) {
		throw new UsageError(`--${setting.name} wants a port from 0 to 65535, not ${String(value)}`, 2);
	}
	if (
		setting.kind === "count" &&
		!(typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= 64)
	) {
		throw new UsageError(`--${setting.name} wants a number from 1 to 64, not ${String(value)}`, 2);
	}
	if (setting.kind === "choice" && !(setting.choices ?? []).includes(value as string)) {
		throw new UsageError(
			`--${setting.name} wants one of ${(setting.choices ?? []).join(", ")}, not ${String(value)}`,
			2,
		);
	}
	return value;
}

/** As commander names a flag's value. */
export function camelCase(name: string): string {
	return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
