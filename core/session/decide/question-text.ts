/**
 * Prints questions to rules and their answers as short texts.
 *
 *     {name: a, type: varchar, inForce: utf8/utf8_bin, objectVersion: 0}
 *
 * A pair equal to `inForce`, values that are empty, NULL or false, and sizes of 0 or -1 are left out; long lists are
 * truncated.
 */
import { SqlError } from "../../errors/catalogue.ts";
import type { CharsetPair } from "../../rules/facts.ts";
import { Refusal } from "../../rules/refusal.ts";
import { Warned } from "../../rules/warned.ts";
import { firstInvalidByte } from "../../types/text/utf8.ts";
import { decodeText } from "../../types/value/value.ts";

/**
 * Prints the arguments of a question, with their names as far as given. The object's release is omitted where it is
 * `running`.
 */
export function printFacts(facts: readonly unknown[], running = "", names: readonly string[] = []): string {
	return facts
		.flatMap((fact, at) => {
			const name = names[at];
			const text = fact === undefined ? "" : name === settingsName ? printAll(fact) : printFact(fact, { running });
			return text === "" ? [] : [name === undefined ? text : `${name}: ${text}`];
		})
		.join(", ");
}

/** Settings that a rule has read are printed with their values, off or on. */
const settingsName = "settings";

function printAll(fact: unknown): string {
	const members = Object.entries(fact as object).map(([name, value]) => `${name}: ${printFact(value)}`);
	return members.length === 0 ? "" : `{${members.join(", ")}}`;
}

/** Null: the rule returned nothing, which mostly means that it allows the operation. */
export function printAnswer(answer: unknown): string | null {
	if (answer instanceof Warned) {
		const given = answer.answer === undefined ? "" : `${printAnswer(answer.answer)}, `;
		return `${given}WARNING ${answer.code}: ${decodeText(answer.message)}`;
	}
	if (answer instanceof Refusal) {
		return `ERROR ${answer.code} (${answer.state}): ${decodeText(answer.message)}`;
	}
	if (answer instanceof SqlError) {
		return `ERROR ${answer.code} (${answer.state}): ${answer.message}`;
	}
	return answer === undefined || answer === null ? null : printFact(answer) || (Array.isArray(answer) ? "[]" : "{}");
}

const longestList = 5;

/** Of facts: the release that is running; absent for answers, which are printed with all their members. */
interface FactContext {
	readonly running: string;
}

function printFact(fact: unknown, context?: FactContext): string {
	if (typeof fact === "string") {
		return printWord(fact);
	}
	if (Array.isArray(fact)) {
		const rest = fact.length > longestList ? [`... of ${fact.length}`] : [];
		return fact.length === 0
			? ""
			: `[${[...fact.slice(0, longestList).map((each) => printFact(each, context)), ...rest].join(", ")}]`;
	}
	if (typeof fact !== "object" || fact === null) {
		return String(fact);
	}
	return isPair(fact) ? printPair(fact) : printMembers(fact, context);
}

function printMembers(fact: object, context: FactContext | undefined): string {
	const inForce = "inForce" in fact ? printFact(fact.inForce) : "";
	const members = Object.entries(fact)
		.sort(byName)
		.flatMap(([name, value]) => {
			const text = value === undefined ? "" : printFact(value, context);
			const isKnown =
				(name === "release" && value === (context?.running ?? "")) || (name !== "inForce" && text === inForce);
			return text === "" || isKnown || (context !== undefined && isUsual(name, value)) ? [] : [`${name}: ${text}`];
		});
	return members.length === 0 ? "" : `{${members.join(", ")}}`;
}

function isUsual(name: string, value: unknown): boolean {
	return (
		value === false ||
		value === null ||
		value === "" ||
		((name === "length" || name === "decimals") && Number(value) <= 0)
	);
}

/** Sorts `name` first. */
function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
	return Number(other === "name") - Number(one === "name");
}

function isPair(fact: object): fact is CharsetPair {
	const { charset, collation, ...rest } = fact as Partial<CharsetPair>;
	return typeof charset === "string" && typeof collation === "string" && Object.keys(rest).length === 0;
}

function printPair({ charset, collation }: CharsetPair): string {
	return charset === "" && collation === "" ? "none" : `${charset}/${collation}`;
}

/** Values are bytes, names are text: a string that is valid UTF-8 byte by byte is decoded as bytes. */
function printWord(word: string): string {
	const isBytes = /^[\0-\xff]*$/.test(word) && firstInvalidByte(word) < 0;
	const text = isBytes ? decodeText(word) : word;
	return /^[\w.-]+$/.test(text) ? text : `'${text}'`;
}
