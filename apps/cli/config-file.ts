/**
 * Configuration file: values of settings and switches from TOML, and its unknown keys.
 *
 * A value of the wrong type is an error that names key and line. Key names match in any letter case.
 */
import { readFileSync } from "node:fs";
import { TomlError, parse } from "smol-toml";
import { isSwitchValue, type Switch, type SwitchValue, takenBy } from "../../core/index.ts";
import { UsageError } from "../compose/usage-error.ts";
import { reasonOf } from "./read-statements.ts";
import { namesOf, type Setting } from "./setting.ts";

/** A configuration file's keys before they are matched with settings. */
export interface RawConfig {
	readonly path: string;
	readonly text: string;
	readonly keys: ReadonlyMap<string, unknown>;
}

export function readConfig(path: string): RawConfig {
	let text: string;
	try {
		text = readFileSync(path, "utf8");
	} catch (failure) {
		throw new UsageError(`cannot read the configuration file ${path}: ${reasonOf(failure)}`, 2);
	}
	try {
		const keys = new Map<string, unknown>();
		for (const [key, value] of Object.entries(parse(text))) {
			keys.set(key.toLowerCase(), value);
		}
		return { path, text, keys };
	} catch (failure) {
		const where = failure instanceof TomlError ? ` line ${failure.line}` : "";
		throw new UsageError(`${path}${where}: ${(failure as Error).message.split("\n", 1)[0]}`, 2);
	}
}

/** The values of known settings; what is wrong about them is an error. */
export function readSettings(config: RawConfig, known: readonly Setting[]): Map<string, unknown> {
	const values = new Map<string, unknown>();
	for (const setting of known) {
		const key = namesOf(setting).find((name) => config.keys.has(name));
		if (key !== undefined) {
			const value = config.keys.get(key);
			checkKind(config, key, value, kindOf(setting));
			values.set(setting.name, value);
		}
	}
	return values;
}

/**
 * The values of the switches that the rules declare as keys, and the keys that neither they nor the settings know.
 */
export function readSwitches(
	config: RawConfig,
	declared: readonly Switch[],
	known: readonly Setting[],
): { values: Map<string, SwitchValue>; unknown: string[] } {
	const values = new Map<string, SwitchValue>();
	const unknown: string[] = [];
	for (const [key, value] of config.keys) {
		const found = declared.find((each) => each.surface === "config-key" && each.name.toLowerCase() === key);
		if (found !== undefined) {
			values.set(found.setting, switchValue(config, key, value, found));
		} else if (!known.some((setting) => namesOf(setting).includes(key))) {
			unknown.push(key);
		}
	}
	return { values, unknown };
}

function switchValue(config: RawConfig, key: string, value: unknown, declared: Switch): SwitchValue {
	const kinds = { boolean: "boolean", number: "integer", string: "string" } as const;
	const type = typeof declared.default as keyof typeof kinds;
	const isNumber = type === "number" && (typeof value === "number" || typeof value === "bigint");
	const given = isNumber ? Number(value) : value;
	if (!isNumber) {
		checkKind(config, key, value, kinds[type]);
	}
	if (!isSwitchValue(given, declared)) {
		throw new UsageError(
			`${config.path} line ${lineOf(config.text, key)}: ${key} must be ${switchWords(declared)}, not ${String(value)}`,
			1,
		);
	}
	return given;
}

function switchWords({ words, ...schema }: Switch): string {
	return words === undefined
		? takenBy({ ...schema, type: "number", default: Number(schema.default) })
		: words.join(" or ");
}

function kindOf(setting: Setting): "boolean" | "integer" | "string" | "array of strings" {
	switch (setting.kind) {
		case "flag":
			return "boolean";
		case "port":
		case "count":
			return "integer";
		case "list":
			return "array of strings";
		default:
			return "string";
	}
}

function checkKind(config: RawConfig, key: string, value: unknown, wanted: string): void {
	const actual = describe(value);
	if (actual !== wanted && !(wanted === "array of strings" && actual === "array")) {
		throw new UsageError(
			`${config.path} line ${lineOf(config.text, key)}: ${key} must be ${article(wanted)}, not ${article(actual)}`,
			2,
		);
	}
}

function describe(value: unknown): string {
	if (Array.isArray(value)) {
		return value.every((item) => typeof item === "string") ? "array of strings" : "array of other values";
	}
	if (typeof value === "number" || typeof value === "bigint") {
		return Number.isInteger(Number(value)) ? "integer" : "float";
	}
	return value instanceof Date ? "date" : typeof value === "object" ? "table" : typeof value;
}

function article(kind: string): string {
	return `${/^[aeiou]/.test(kind) ? "an" : "a"} ${kind}`;
}

/** The line on which a top-level key is written, from 1: what stands within a text of several lines is not one. */
function lineOf(text: string, key: string): number {
	const lines = text.split("\n");
	const isWritten = (line: string) => /^\s*\[*\s*["']?([^\s"'=.\]]+)/.exec(line)?.[1]?.toLowerCase() === key;
	return lines.findIndex((line, at) => isWritten(line) && isWhole(lines.slice(0, at).join("\n"))) + 1;
}

function isWhole(text: string): boolean {
	try {
		parse(text);
		return true;
	} catch {
		return false;
	}
}
