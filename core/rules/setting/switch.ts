/**
 * Switch: a setting that a rule reads, on or off, a number or a word, and one surface by which users set it.
 *
 * One setting may have several surfaces: a key of the configuration file, a variable, a field of POST /settings. A
 * surface that no rule of the book declares is unknown to the server.
 */
import { isWithin } from "./option.ts";

export interface Switch {
	/** The setting's name, by which rules read it. */
	readonly setting: string;
	readonly surface: "variable" | "config-key" | "http-field";
	/** The variable's, key's or field's name. */
	readonly name: string;
	/**
	 * Of variables. `session`: a session may have its own value, SET GLOBAL is refused. `process`: looks like
	 * `session`, but SET changes the server's value; `both`: also a stored global value that new sessions begin with.
	 */
	readonly scope?: "session" | "process" | "both";
	/** The setting's value where it was never set; its type is the setting's. */
	readonly default: SwitchValue;
	/** Of a number: its bounds, whether fractions are refused. SET clips to the bounds, with a warning. */
	readonly least?: number;
	readonly greatest?: number;
	readonly whole?: boolean;
	/** Of text: the words it may be; absent: any text. */
	readonly words?: readonly string[];
	/** One sentence for help texts. */
	readonly about: string;
}

/** On or off, a number, or text. */
export type SwitchValue = boolean | number | string;

/** The values in force where a rule is asked: of a session, or of the server. What no rule declares is off, 0 or "". */
export interface Settings {
	on(setting: string): boolean;
	/** The value of a setting that is declared with a number. */
	number(setting: string): number;
	/** The value of a setting that is declared with a text. */
	word(setting: string): string;
}

/** @returns whether a value is one that the setting may have */
export function isSwitchValue(value: unknown, declared: Switch): value is SwitchValue {
	if (typeof value !== typeof declared.default) {
		return false;
	}
	return typeof value === "number"
		? isWithin(value, declared)
		: typeof value !== "string" || (declared.words?.includes(value) ?? true);
}

/** @returns the value that a text means, as HTTP fields give it; undefined for a wrong one */
export function parseSwitchValue(written: string, declared: Switch): SwitchValue | undefined {
	const value =
		typeof declared.default === "boolean"
			? { "0": false, "1": true }[written]
			: typeof declared.default === "number"
				? written.trim() === ""
					? undefined
					: Number(written)
				: (declared.words?.find((word) => word.toLowerCase() === written.toLowerCase()) ?? written);
	return isSwitchValue(value, declared) ? value : undefined;
}

const surfaces = ["variable", "config-key", "http-field"];
const scopes = [undefined, "session", "process", "both"];

/** @returns whether a plugin's rule declares a switch as it must be */
export function isSwitch(value: unknown): value is Switch {
	const { setting, surface, name, scope, default: initial, about } = value as Partial<Switch>;
	const words = [setting, name, about];
	return (
		words.every((each) => typeof each === "string" && each !== "") &&
		surfaces.includes(surface as string) &&
		scopes.includes(scope) &&
		["boolean", "number", "string"].includes(typeof initial) &&
		isSwitchValue(initial, value as Switch)
	);
}
