/**
 * Merges a command's settings: flags win over environment over configuration file over
 * defaults.
 *
 * In: commander's flags, the environment, a configuration file. Out: one value for every setting.
 */
import { dirname, resolve } from "node:path";
import { didYouMean } from "../../core/index.ts";
import { pluginBeside } from "../compose/plugin-file.ts";
import { UsageError } from "../compose/usage-error.ts";
import { type RawConfig, readConfig, readSettings } from "./config-file.ts";
import { type Setting, environmentName, namesOf, scriptSettings, serverSettings } from "./setting.ts";

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
		warnOfVariables(environment);
		for (const setting of settings) {
			const { value, from } = saidOf(setting, flags, environment, configured, path);
			this.#values.set(setting.name, value === undefined ? setting.default : check(setting, value, from));
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

/** A setting's value, and the flag, variable or key that it comes from. */
interface Said {
	readonly value: unknown;
	readonly from: string;
}

function saidOf(
	setting: Setting,
	flags: Record<string, unknown>,
	environment: NodeJS.ProcessEnv,
	configured: ReadonlyMap<string, unknown>,
	path: unknown,
): Said {
	const flag = namesOf(setting)
		.map((name) => flags[camelCase(name)])
		.find((value) => value !== undefined);
	if (flag !== undefined) {
		return { value: flag, from: `--${setting.name}` };
	}
	const variable = namesOf(setting)
		.map((name) => environmentName({ name }))
		.find((name) => environment[name]);
	return variable === undefined
		? { value: configured.get(setting.name), from: `${String(path)}: ${setting.name}` }
		: { value: parseText(setting, environment[variable] as string, variable), from: variable };
}

/** A variable's text as the setting's kind. */
function parseText(setting: Setting, text: string, variable: string): unknown {
	switch (setting.kind) {
		case "port":
		case "count":
			return /^\d+$/.test(text) ? Number(text) : text;
		case "flag": {
			const word = text.toLowerCase();
			if (!yes.includes(word) && !no.includes(word)) {
				throw new UsageError(`${variable} takes on or off, not ${text}`, 2);
			}
			return yes.includes(word);
		}
		case "list":
			return text.split(",");
		default:
			return text;
	}
}

const yes = ["1", "true", "on", "yes"];
const no = ["0", "false", "off", "no"];

function check(setting: Setting, value: unknown, from: string): unknown {
	const isWhole = typeof value === "number" && Number.isInteger(value);
	if (setting.kind === "port" && !(isWhole && value >= 0 && value <= 65535)) {
		throw new UsageError(`${from} takes a port from 0 to 65535, not ${String(value)}`, 2);
	}
	if (setting.kind === "count" && !(isWhole && value >= 1 && value <= 64)) {
		throw new UsageError(`${from} takes a number from 1 to 64, not ${String(value)}`, 2);
	}
	if (setting.kind === "choice" && !(setting.choices ?? []).includes(value as string)) {
		const choices = setting.choices ?? [];
		throw new UsageError(
			`${from} takes one of ${choices.join(", ")}, not ${String(value)}${didYouMean(String(value), choices)}`,
			2,
		);
	}
	return value;
}

/** Variables that are no setting's: parts of one that stand apart, the program's own, and those of its tests. */
const otherVariables = /^VERSO_(LOG_PASSWORD|UPDATE|FALLBACKS|WORKER_PLACE|TEST_.*|CRASH_.*)$/;

export function isKnownVariable(name: string): boolean {
	return settingVariables().includes(name) || otherVariables.test(name);
}

function settingVariables(): readonly string[] {
	return [...serverSettings, ...scriptSettings].flatMap((setting) =>
		namesOf(setting).map((name) => environmentName({ name })),
	);
}

/** A misspelt variable would be ignored without a word. Other programs may have variables that begin alike. */
function warnOfVariables(environment: NodeJS.ProcessEnv): void {
	for (const name of Object.keys(environment)) {
		if (name.startsWith("VERSO_") && !isKnownVariable(name)) {
			process.stderr.write(`verso: warning: there is no setting ${name}${didYouMean(name, settingVariables())}\n`);
		}
	}
}

/** As commander names a flag's value. */
export function camelCase(name: string): string {
	return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
