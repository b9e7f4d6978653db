/**
 * Typed options of a plugin: `--plugin ./mine.mjs?max=10&mode=strict`, checked against the schema that its page
 * declares.
 */
import { didYouMean } from "./nearest-name.ts";

interface OptionBase {
	/** One sentence for `verso rules`. */
	readonly about: string;
}

interface NumberOption extends OptionBase {
	readonly type: "number";
	/** Absent: the option must be given. */
	readonly default?: number;
	readonly least?: number;
	readonly greatest?: number;
	/** Whether fractions are refused. */
	readonly whole?: boolean;
}

interface WordOption extends OptionBase {
	readonly type: "word";
	readonly words: readonly string[];
	readonly default?: string;
}

interface BooleanOption extends OptionBase {
	readonly type: "boolean";
	readonly default?: boolean;
}

interface TextOption extends OptionBase {
	readonly type: "text";
	readonly default?: string;
}

export type OptionSchema = NumberOption | WordOption | BooleanOption | TextOption;

/** Options by name. */
export type OptionSchemas = Readonly<Record<string, OptionSchema>>;

type OptionValue<S extends OptionSchema> = S extends NumberOption
	? number
	: S extends BooleanOption
		? boolean
		: S extends WordOption
			? S["words"][number]
			: string;

/** The values of declared options. */
export type OptionValues<S extends OptionSchemas> = { readonly [Name in keyof S]: OptionValue<S[Name]> };

/** An option in force, as `verso rules` shows it. */
export interface PageOption {
	readonly name: string;
	readonly value: number | boolean | string;
	/** The type in words: `a whole number from 1 to 100`. */
	readonly takes: string;
	readonly about: string;
	readonly isGiven: boolean;
}

/** Error for an option that is unknown, of the wrong type, missing, or badly declared; its message is a sentence. */
export class OptionRefused extends Error {
	override readonly name = "OptionRefused";
}

/** Reads the options of one plugin: its function declares them, and what it does not declare is refused. */
export class OptionReader {
	readonly #given: ReadonlyMap<string, string>;
	readonly #declared: PageOption[] = [];

	/** @param given texts by name, as written behind the plugin's name */
	constructor(given: ReadonlyMap<string, string> = new Map()) {
		this.#given = given;
	}

	/** The options declared so far, with their values. */
	get declared(): readonly PageOption[] {
		return this.#declared;
	}

	/**
	 * Declares a plugin's options.
	 * @param schemas type, bounds or words, default and sentence by name
	 * @returns their values
	 * @throws OptionRefused for a wrong value, or a wrong declaration
	 */
	readonly options = <const S extends OptionSchemas>(schemas: S): OptionValues<S> => {
		const values = Object.entries(schemas).map(([name, schema]) => {
			checkSchema(name, schema);
			const written = this.#given.get(name);
			const value = written === undefined ? defaultOf(name, schema) : parseOption(name, written, schema);
			const isGiven = written !== undefined;
			this.#declared.push({ name, value, takes: takenBy(schema), about: schema.about, isGiven });
			return [name, value] as const;
		});
		return Object.freeze(Object.fromEntries(values)) as OptionValues<S>;
	};

	/** @throws OptionRefused for an option that was given and not declared */
	refuseUnknown(): void {
		const known = this.#declared.map(({ name }) => name);
		const unknown = [...this.#given.keys()].find((name) => !known.includes(name));
		if (unknown !== undefined) {
			const list = known.length === 0 ? "it takes no options" : `its options are ${known.join(", ")}`;
			throw new OptionRefused(`there is no option ${unknown}${didYouMean(unknown, known)}; ${list}`);
		}
	}
}

/** The type in words, to follow "must be". */
export function takenBy(schema: OptionSchema): string {
	switch (schema.type) {
		case "number":
			return `a ${schema.whole === true ? "whole " : ""}number${boundsOf(schema)}`;
		case "word":
			return schema.words.join(" or ");
		case "boolean":
			return "on or off";
		case "text":
			return "text";
	}
}

function boundsOf({ least, greatest }: NumberOption): string {
	if (least !== undefined && greatest !== undefined) {
		return ` from ${least} to ${greatest}`;
	}
	return least !== undefined ? ` of ${least} or more` : greatest !== undefined ? ` of ${greatest} or less` : "";
}

const booleans: Readonly<Record<string, boolean>> = {
	on: true,
	true: true,
	"1": true,
	off: false,
	false: false,
	"0": false,
};

function parseOption(name: string, written: string, schema: OptionSchema): number | boolean | string {
	const value = optionValue(written, schema);
	if (value === undefined) {
		throw new OptionRefused(`the option ${name} must be ${takenBy(schema)}, not ${written === "" ? "empty" : written}`);
	}
	return value;
}

function optionValue(written: string, schema: OptionSchema): number | boolean | string | undefined {
	switch (schema.type) {
		case "number": {
			const value = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(written) ? Number(written) : Number.NaN;
			return isWithin(value, schema) ? value : undefined;
		}
		case "word":
			return schema.words.find((word) => word.toLowerCase() === written.toLowerCase());
		case "boolean":
			return booleans[written.toLowerCase()];
		case "text":
			return written;
	}
}

/** @returns whether a value is a number within bounds */
export function isWithin(
	value: number,
	{ least, greatest, whole }: Pick<NumberOption, "least" | "greatest" | "whole">,
): boolean {
	return (
		Number.isFinite(value) &&
		(whole !== true || Number.isSafeInteger(value)) &&
		value >= (least ?? value) &&
		value <= (greatest ?? value)
	);
}

function defaultOf(name: string, schema: OptionSchema): number | boolean | string {
	if (schema.default === undefined) {
		throw new OptionRefused(`the option ${name} must be given: ${takenBy(schema)}, as ?${name}=...`);
	}
	return schema.default;
}

function checkSchema(name: string, schema: OptionSchema): void {
	const fault = schemaFault(schema);
	if (fault !== undefined) {
		throw new OptionRefused(`the option ${name} is declared wrongly: ${fault}`);
	}
}

function schemaFault(schema: OptionSchema): string | undefined {
	if (typeof schema !== "object" || schema === null || !["number", "word", "boolean", "text"].includes(schema.type)) {
		return "its type is number, word, boolean or text";
	}
	if (typeof schema.about !== "string" || schema.about.trim() === "") {
		return "about is a sentence";
	}
	if (schema.type === "word" && !(Array.isArray(schema.words) && schema.words.length > 0)) {
		return "words is a list";
	}
	const { default: initial } = schema;
	return initial === undefined || isDefault(initial, schema) ? undefined : `its default must be ${takenBy(schema)}`;
}

function isDefault(initial: unknown, schema: OptionSchema): boolean {
	switch (schema.type) {
		case "number":
			return typeof initial === "number" && isWithin(initial, schema);
		case "word":
			return schema.words.includes(initial as string);
		default:
			return typeof initial === (schema.type === "text" ? "string" : "boolean");
	}
}
