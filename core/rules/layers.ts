/**
 * The layers of a hook's rules, oldest first: each with its origin, as provenance lists it.
 */
import type { Decision } from "../errors/catalogue.ts";
import type { Hook, HookClass, Rule } from "./hook.ts";
import { ownQuestions, signedLayer } from "./layer.ts";
import type { Page } from "./page.ts";

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
	readonly isChecked: boolean;
}

export function kernelLayer(hook: HookClass, label: string): Layer {
	const origin: Origin = {
		rule: hook.name,
		from: "kernel",
		name: "kernel",
		note: "The oldest answer.",
		questions: ownQuestions(hook),
	};
	return newLayer({ origin, own: hook, rule: () => hook, label, isChecked: false }, hook.hook);
}

export function newLayer(layer: Omit<Layer, "signed">, hook: string): Layer {
	const { answers } = layer.own;
	const signed = signedLayer(
		layer.own,
		layer.origin.questions,
		(question) => decisionBy(layer, hook, question),
		(question) => (layer.isChecked ? answers[question] : undefined),
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

/** Another book's rules for a hook, laid again so that each names the book it is mixed from. */
export function mixedLayers(hook: string, layers: readonly Layer[], name: string): readonly Layer[] {
	const laid: Layer[] = [];
	for (const layer of layers) {
		const below = laid.at(-1)?.signed;
		const own = below === undefined ? layer.own : layer.rule(below);
		laid.push(
			newLayer(
				{ ...layer, own, label: layer.label.startsWith("mix ") ? layer.label : `mix ${name} (${layer.label})` },
				hook,
			),
		);
	}
	const top = laid.at(-1) as Layer;
	// The mix answers no question itself: the deciding rule stays the one that decided.
	return [...laid, { ...top, origin: { ...top.origin, from: "mix", name, questions: [] } }];
}
