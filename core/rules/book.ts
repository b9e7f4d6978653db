/**
 * The rule book a server runs on: one rule for every hook, and where each came from.
 *
 * In: pages, laid one over the other. Out: answers, resolved once and frozen; provenance as data. A book is a
 * container; laying a page makes a child container, so a book once made never changes. It refuses to know which
 * releases exist.
 */
import "reflect-metadata";
import { container as rootContainer, type DependencyContainer } from "tsyringe";
import { type Decision, sqlError } from "../errors.ts";
import { encodeText } from "../types/value.ts";
import { AlterValidation } from "./alter-validation.ts";
import { CharsetClause } from "./charset-clause.ts";
import { Configuration } from "./configuration.ts";
import { DefaultCharset } from "./default-charset.ts";
import { Diagnostics } from "./diagnostics.ts";
import { Grammar } from "./grammar.ts";
import type { Hook, HookClass } from "./hook.ts";
import { IdAllocation } from "./id-allocation.ts";
import { Identity } from "./identity.ts";
import { InsertCheck } from "./insert-check.ts";
import { Listing } from "./listing.ts";
import { MetadataRecord } from "./metadata-record.ts";
import type { Page, Quirk } from "./page.ts";
import { Refusal } from "./refusal.ts";
import { SchemaLoad } from "./schema-load.ts";
import { ShowCreate } from "./show-create.ts";
import type { Switch } from "./switch.ts";
import { SystemSchema } from "./system-schema.ts";
import { TableDefinition } from "./table-definition.ts";
import { Variables } from "./variables.ts";
import type { Observer } from "./trace.ts";

/** Every question the kernel asks, in the order a table's life meets them. */
export const hooks: readonly HookClass[] = [
	Identity,
	Grammar,
	CharsetClause,
	DefaultCharset,
	AlterValidation,
	TableDefinition,
	InsertCheck,
	IdAllocation,
	ShowCreate,
	Listing,
	SchemaLoad,
	MetadataRecord,
	SystemSchema,
	Variables,
	Configuration,
	Diagnostics,
];

/** One rule in a hook's history. */
export interface Origin {
	/** The rule's class name, or the hook's for the oldest answer. */
	readonly rule: string;
	readonly from: "kernel" | Page["kind"] | "mix";
	/** The page's name. */
	readonly name: string;
	readonly date?: string;
	/** A quirk's first release. */
	readonly firstSeen?: string;
	readonly note: string;
	/** The questions it answers itself. */
	readonly questions: readonly string[];
}

interface Entry {
	readonly ruleClass: HookClass;
	/** Oldest first; the last one is in force. */
	readonly origins: readonly { readonly origin: Origin; readonly ruleClass: HookClass }[];
}

/** A page that can't be laid over a book; the sentence names page, hook and cause. */
export class PageRefused extends Error {
	override readonly name = "PageRefused";
}

export class RuleBook {
	/** What the book is called: the newest release laid into it. */
	readonly release: string;
	readonly pages: readonly Page[];
	readonly #container: DependencyContainer;
	readonly #entries: ReadonlyMap<string, Entry>;
	readonly #answers = new Map<string, Hook>();
	readonly #observer: Observer | undefined;

	private constructor(
		release: string,
		pages: readonly Page[],
		container: DependencyContainer,
		entries: ReadonlyMap<string, Entry>,
		observer?: Observer,
	) {
		this.release = release;
		this.pages = pages;
		this.#container = container;
		this.#entries = entries;
		this.#observer = observer;
	}

	/** The book before the first page: every hook's oldest answer. */
	static root(): RuleBook {
		const container = rootContainer.createChildContainer();
		const entries = new Map<string, Entry>();
		for (const hook of hooks) {
			container.register(hook.hook, { useClass: hook });
			const origin: Origin = {
				rule: hook.name,
				from: "kernel",
				name: "kernel",
				note: "The oldest answer.",
				questions: ownQuestions(hook),
			};
			entries.set(hook.hook, { ruleClass: hook, origins: [{ origin, ruleClass: hook }] });
		}
		return new RuleBook("", [], container, entries);
	}

	/** The book with a page's changes over it. Throws PageRefused where a rule does not extend the one in force. */
	lay(page: Page): RuleBook {
		const container = this.#container.createChildContainer();
		const entries = new Map(this.#entries);
		for (const change of page.changes) {
			const entry = entries.get(change.hook?.hook ?? "");
			if (entry === undefined) {
				throw new PageRefused(
					`${page.name}: there is no hook ${change.hook?.hook ?? "of the name it asks the kit for"} (its change "${change.note}")`,
				);
			}
			const ruleClass = extended(page, change.hook.hook, entry.ruleClass, change.rule);
			container.register(change.hook.hook, { useClass: ruleClass });
			const origin: Origin = {
				rule: ruleClass.name,
				from: page.kind,
				name: page.name,
				note: change.note,
				questions: ownQuestions(ruleClass),
				...(page.date === undefined ? {} : { date: page.date }),
				...firstSeen(page),
			};
			entries.set(change.hook.hook, { ruleClass, origins: [...entry.origins, { origin, ruleClass }] });
		}
		return new RuleBook(page.kind === "release" ? page.name : this.release, [...this.pages, page], container, entries);
	}

	/** The book with one hook's rule, and its whole history, taken from another. */
	mix(hook: string, other: RuleBook): RuleBook {
		const entry = other.#entries.get(hook);
		if (entry === undefined) {
			throw new PageRefused(`there is no hook ${hook}; hooks are ${hooks.map((known) => known.hook).join(", ")}`);
		}
		const container = this.#container.createChildContainer();
		container.register(hook, { useClass: entry.ruleClass });
		const { origin, ruleClass } = entry.origins.at(-1) as Entry["origins"][number];
		// It answers no question itself: who decided something stays the rule that did.
		const mixed = { origin: { ...origin, from: "mix", name: other.release, questions: [] } as Origin, ruleClass };
		const origins = [...entry.origins, mixed];
		return new RuleBook(this.release, this.pages, container, new Map(this.#entries).set(hook, { ...entry, origins }));
	}

	/** The same book, with somebody who looks on at every question. It costs the book itself nothing. */
	observed(observer: Observer): RuleBook {
		return new RuleBook(this.release, this.pages, this.#container, this.#entries, observer);
	}

	/** Who to ask: the hook's rule in force. Its refusals are signed, its failures are errors that name it. */
	ask<H extends Hook>(hook: HookClass<H>): H {
		let answers = this.#answers.get(hook.hook);
		if (answers === undefined) {
			answers = this.#resolve(hook.hook);
			this.#answers.set(hook.hook, answers);
		}
		return answers as H;
	}

	/** A hook's history, oldest first. */
	origins(hook: string): readonly Origin[] {
		return (this.#entries.get(hook)?.origins ?? []).map(({ origin }) => origin);
	}

	/** The origin that answers one question of a hook. */
	originOf(hook: string, question: string): Origin | undefined {
		return this.origins(hook).findLast((origin) => origin.questions.includes(question));
	}

	/** Who answers one question of a hook, as errors and traces name it. */
	decisionOf(hook: string, question: string): Decision {
		const history = this.origins(hook);
		const at = history.findLastIndex((origin) => origin.questions.includes(question));
		const origin = history[at];
		if (origin === undefined) {
			return { hook, question, rule: hook, origin: "kernel", since: null };
		}
		const label = origin.from === "kernel" ? "kernel" : `${origin.from} ${origin.name}`;
		const mix = history.slice(at + 1).find(({ from }) => from === "mix");
		return {
			hook,
			question,
			rule: origin.rule,
			origin: mix === undefined ? label : `mix ${mix.name} (${label})`,
			since: origin.date ?? origin.firstSeen ?? null,
		};
	}

	/** The union of the switches that the rules in force declare. */
	switches(): readonly Switch[] {
		const found = new Map<string, Switch>();
		for (const hook of hooks) {
			for (const declared of this.ask(hook).switches()) {
				found.set(`${declared.surface} ${declared.name}`, declared);
			}
		}
		return [...found.values()];
	}

	#resolve(hook: string): Hook {
		const rule = this.#container.resolve<Hook>(hook);
		const { phrases } = rule.constructor as HookClass;
		for (const question of allQuestions(rule)) {
			if (phrases.includes(question)) {
				continue;
			}
			const decision = this.decisionOf(hook, question);
			const answer = answering(rule, question, decision);
			const observer = this.#observer;
			const value = observer === undefined ? answer : (...facts: unknown[]) => observer.watch(decision, facts, answer);
			// On the rule itself, so that a question that a rule asks of its own is signed, too.
			Object.defineProperty(rule, question, { value });
		}
		return Object.freeze(rule);
	}
}

function extended(page: Page, hook: string, inForce: HookClass, rule: (Base: HookClass) => HookClass): HookClass {
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

function firstSeen(page: Page): { readonly firstSeen?: string } {
	const from = (page as Partial<Quirk>).range?.from;
	return from === undefined ? {} : { firstSeen: from };
}

function ownQuestions(ruleClass: HookClass): readonly string[] {
	return Object.getOwnPropertyNames(ruleClass.prototype).filter((name) => name !== "constructor");
}

function allQuestions(rule: Hook): ReadonlySet<string> {
	const names = new Set<string>();
	for (let level = Object.getPrototypeOf(rule); level !== Object.prototype; level = Object.getPrototypeOf(level)) {
		for (const name of Object.getOwnPropertyNames(level)) {
			if (name !== "constructor") {
				names.add(name);
			}
		}
	}
	return names;
}

function answering(rule: Hook, question: string, decision: Decision): (...facts: unknown[]) => unknown {
	const method = (rule as unknown as Record<string, (...facts: unknown[]) => unknown>)[question] as (
		...facts: unknown[]
	) => unknown;
	return (...facts) => {
		let answer: unknown;
		try {
			answer = method.apply(rule, facts);
		} catch (failure) {
			const cause = failure instanceof Error ? failure.message : String(failure);
			throw sqlError("unknownError", encodeText(`${decision.origin} failed to answer ${decision.hook}: ${cause}`));
		}
		return answer instanceof Refusal && answer.decision === undefined ? answer.signed(decision) : answer;
	};
}
