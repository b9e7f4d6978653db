/**
 * The layers of a hook's rules, oldest first: each with its origin, as provenance lists it.
 */
import type { Decision } from "../errors/catalogue.ts";
import type { Hook, HookClass, Rule } from "./hook.ts";
import { ownQuestions, signedLayer } from "./layer.ts";
import type { Page } from "./page.ts";
import type { RuleGuide } from "./guide/way-out.ts";

/** One rule in a hook's history. */
export interface Origin {
	/** The rule's class name, or the hook's for the oldest answer. */
	readonly rule: string;
	readonly from: "kernel" | Page["kind"] | "mix";
	/** The page's name. */
	readonly name: string;
	readonly date?: string;
	/** The first release of a quirk's range. */
	readonly firstSeen?: string;
	readonly note: string;
	/** The questions that the rule's own methods answer. */
	readonly questions: readonly string[];
	readonly guide?: RuleGuide;
}

/** A rule at its place in the chain. */
export interface Layer {
	readonly origin: Origin;
	/** As its page wrote it: inspected for calls of `super`. */
	readonly own: HookClass;
	/** The class that the next rule extends: `own`, signed. */
	readonly signed: HookClass;
	/** Makes the rule over another class: a mix lays the same rules again. */
	readonly rule: Rule<Hook>;
	/** Its name in errors and traces: `release R`, `plugin mine`, `mix M (release R)`. */
	readonly label: string;
	/** A plugin's, or mixed from a book in which a plugin is laid: its answers are checked. */
	readonly isOfPlugin: boolean;
}

export function kernelLayer(hook: HookClass): Layer {
	const origin: Origin = {
		rule: hook.name,
		from: "kernel",
		name: "kernel",
		note: "The oldest answer.",
		questions: ownQuestions(hook),
	};
	return newLayer({ origin, own: hook, rule: () => hook, label: "kernel", isOfPlugin: false }, hook.hook);
}

export function newLayer(layer: Omit<Layer, "signed">, hook: string): Layer {
	const { answers } = layer.own;
	const signed = signedLayer(
		layer.own,
		layer.origin.questions,
		(question) => decisionBy(layer, hook, question),
		(question) => (layer.isOfPlugin ? answers[question] : undefined),
		layer.isOfPlugin,
	);
	return { ...layer, signed };
}

export function decisionBy(
	{ origin, label }: Pick<Layer, "origin" | "label">,
	hook: string,
	question: string,
): Decision {
	return { hook, question, rule: origin.rule, origin: label, since: origin.date ?? origin.firstSeen ?? null };
}

/** The layer that is asked first. */
export function topOf(layers: readonly Layer[]): Layer {
	return layers.at(-1) as Layer;
}

/** The same rules laid over each other again, each under the label that it is given. */
export function laidAgain(
	hook: string,
	layers: readonly Layer[],
	labelOf: (layer: Layer) => string = ({ label }) => label,
): readonly Layer[] {
	const laid: Layer[] = [];
	for (const layer of layers) {
		const own = laid.length === 0 ? layer.own : layer.rule(topOf(laid).signed);
		laid.push(newLayer({ ...layer, own, label: labelOf(layer) }, hook));
	}
	return laid;
}

/** How a rule is labelled in a book that it is mixed into. */
export function mixLabel(label: string, name: string): string {
	return label.startsWith("mix ") ? label : `mix ${name} (${label})`;
}

/** Another book's rules for a hook, so that each names the book it is mixed from. */
export function mixedLayers(hook: string, layers: readonly Layer[], name: string): readonly Layer[] {
	const laid = laidAgain(hook, layers, ({ label }) => mixLabel(label, name));
	const top = topOf(laid);
	// The mix answers no question itself: the deciding rule stays the one that decided.
	return [...laid, { ...top, origin: { ...top.origin, from: "mix", name, questions: [] } }];
}
