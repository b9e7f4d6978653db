/**
 * Checks of a page's rules: a class that extends the rule in force and, in a plugin, overrides questions alone.
 */
import type { HookClass } from "./hook.ts";
import { ownQuestions } from "./layer.ts";
import { didYouMean } from "./setting/nearest-name.ts";
import type { Page } from "./page.ts";

/** Error for a page that cannot be laid over a book; names page, hook and cause. */
export class PageRefused extends Error {
	override readonly name = "PageRefused";
}

/** Refuses methods of a plugin's rule that are no questions: they would never be called. */
export function refuseOddRule(page: Page, hook: string, own: HookClass, { note, guide }: Unchecked): void {
	const known = Object.keys(own.answers);
	const refuse = (cause: string): never => {
		throw new PageRefused(`${page.name}: the rule ${ruleName(own, page)} for ${hook} ${cause}`);
	};
	if (typeof note !== "string" || note.trim() === "") {
		refuse("has no note; give every change a sentence that says what it changes");
	}
	refuseOddGuide(guide, refuse);
	for (const question of ownQuestions(own)) {
		if (!known.includes(question) && !own.phrases.includes(question)) {
			refuse(
				`answers ${question}, which is no question of the hook${didYouMean(question, known)}; it has ` +
					known.join(", "),
			);
		}
		if (typeof Object.getOwnPropertyDescriptor(own.prototype, question)?.value !== "function") {
			refuse(`has ${question} as a property; a question is answered by a method`);
		}
	}
	const source = String(own);
	if (/[{;}\s]constructor\s*\(/.test(source)) {
		refuse("has a constructor; a rule has none");
	}
	const fields = Object.keys(new own());
	if (fields.length > 0) {
		refuse(`has fields (${fields.join(", ")}); a rule has no state`);
	}
}

/** A plugin's, as it came. */
interface Unchecked {
	readonly note: unknown;
	readonly guide?: unknown;
}

function refuseOddGuide(guide: unknown, refuse: (cause: string) => never): void {
	if (guide === undefined) {
		return;
	}
	const { why, example, waysOut } = Object(guide) as Readonly<Record<string, unknown>>;
	const isWay = (way: unknown): boolean => {
		const { text, step } = Object(way) as Readonly<Record<string, unknown>>;
		return typeof text === "string" && typeof Object(step).kind === "string";
	};
	if (typeof why !== "string" || typeof example !== "string" || !Array.isArray(waysOut) || !waysOut.every(isWay)) {
		refuse("has a guide that is none; a guide is { why, example, waysOut: [{ text, step: { kind, ... } }, ...] }");
	}
}

export function extended(
	page: Page,
	hook: string,
	inForce: HookClass,
	rule: (Base: HookClass) => HookClass,
): HookClass {
	let ruleClass: HookClass;
	try {
		ruleClass = rule(inForce);
	} catch (failure) {
		throw new PageRefused(`${page.name}: the rule for ${hook} could not be made: ${(failure as Error).message}`);
	}
	if (typeof ruleClass !== "function" || !(ruleClass.prototype instanceof inForce)) {
		throw new PageRefused(`${page.name}: the rule for ${hook} does not extend the rule in force, ${inForce.name}`);
	}
	try {
		new ruleClass();
	} catch (failure) {
		throw new PageRefused(`${page.name}: the rule for ${hook} cannot be constructed: ${(failure as Error).message}`);
	}
	return ruleClass;
}

/** Returns the class's name, or its page's for a class without one. */
export function ruleName(own: HookClass, page: Page): string {
	return own.name === "" ? page.name : own.name;
}
