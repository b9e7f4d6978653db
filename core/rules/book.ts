/**
 * Rule book: pages laid over one another; one rule in force for every hook, with its provenance as data.
 *
 * A book is an injection container; laying a page makes a child container, so a book never changes. Rules are
 * resolved once and frozen.
 */
import "reflect-metadata";
import { container as rootContainer, type DependencyContainer } from "tsyringe";
import type { Decision } from "../errors/catalogue.ts";
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
import { callsSuper, LayerWatch, layerWatch, ownQuestions } from "./layer.ts";
import {
	decisionBy,
	kernelLayer,
	laidAgain,
	type Layer,
	mixedLayers,
	mixLabel,
	newLayer,
	type Origin,
	topOf,
} from "./layers.ts";
import { Listing } from "./listing.ts";
import { MetadataRecord } from "./metadata-record.ts";
import type { Page, Quirk } from "./page.ts";
import { didYouMean } from "./setting/nearest-name.ts";
import { Refusal } from "./refusal.ts";
import { extended, PageRefused, refuseOddRule, ruleName } from "./rule-check.ts";
import { SchemaLoad } from "./schema-load.ts";
import { ShowCreate } from "./show-create.ts";
import { StatementCheck } from "./statement-check.ts";
import type { Switch } from "./setting/switch.ts";
import { SystemSchema } from "./system-schema.ts";
import { TableDefinition } from "./table-definition.ts";
import { Variables } from "./variables.ts";
import type { Observer } from "./trace.ts";

/** Every hook, in the order in which a table's life meets them. */
export const hooks: readonly HookClass[] = [
	Identity,
	Grammar,
	StatementCheck,
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

/** An immutable book; `root().lay(page)...` makes the one a server runs on. */
export class RuleBook {
	/** The newest release laid into it. */
	readonly release: string;
	readonly pages: readonly Page[];
	readonly #container: DependencyContainer;
	/** By hook, oldest first; the last one is asked first. */
	readonly #layers: ReadonlyMap<string, readonly Layer[]>;
	readonly #answers = new Map<string, Hook>();
	/** By hook, the questions that pages answer. */
	readonly #answered = new Map<HookClass, ReadonlySet<string>>();
	/** Once asked for. */
	#switches: readonly Switch[] | undefined;
	readonly #observer: Observer | undefined;
	#withoutPlugins: RuleBook | undefined;

	private constructor(
		release: string,
		pages: readonly Page[],
		container: DependencyContainer,
		layers: ReadonlyMap<string, readonly Layer[]>,
		observer?: Observer,
	) {
		this.release = release;
		this.pages = pages;
		this.#container = container;
		this.#layers = layers;
		this.#observer = observer;
	}

	/** @returns the book before the first page: every hook's oldest answer */
	static root(): RuleBook {
		const kernel = hooks.map((hook) => [hook.hook, [kernelLayer(hook)]] as const);
		return new RuleBook("", [], rootContainer, new Map()).#with(kernel);
	}

	/**
	 * Lays a page over this book.
	 * @param page its changes are laid in their order
	 * @returns a new book; this one is unchanged
	 * @throws PageRefused where a rule does not extend the one in force, or a plugin's is no rule
	 */
	lay(page: Page): RuleBook {
		const changed = new Map<string, readonly Layer[]>();
		for (const change of page.changes) {
			const layers = changed.get(change.hook?.hook ?? "") ?? this.#layers.get(change.hook?.hook ?? "");
			if (layers === undefined) {
				throw new PageRefused(
					`${page.name}: there is no hook ${change.hook?.hook ?? "of the name it asks the kit for"} (its ` +
						`change "${change.note}")`,
				);
			}
			const { hook } = change.hook;
			const own = extended(page, hook, topOf(layers).signed, change.rule);
			const isOfPlugin = page.ofPlugin === true;
			if (isOfPlugin) {
				refuseOddRule(page, hook, own, change);
			}
			const origin: Origin = {
				rule: ruleName(own, page),
				from: page.kind,
				name: page.name,
				note: change.note,
				questions: ownQuestions(own),
				...(page.date === undefined ? {} : { date: page.date }),
				...firstSeen(page),
				...(change.guide === undefined ? {} : { guide: change.guide }),
			};
			const label = `${page.kind} ${page.name}`;
			changed.set(hook, [...layers, newLayer({ origin, own, rule: change.rule, label, isOfPlugin }, hook)]);
		}
		return this.#with(changed, page.kind === "release" ? page.name : this.release, [...this.pages, page]);
	}

	/**
	 * Takes one hook's rule with its whole history, or one question's answer, from another book.
	 * @param part a hook's name, or a hook's and a question's: `insert-check`, `insert-check.text`
	 * @param other the book to take it from
	 * @param name the other book's name in provenance
	 * @returns a new book; this one is unchanged
	 * @throws PageRefused where there is no such hook or question
	 */
	mix(part: string, other: RuleBook, name = other.release): RuleBook {
		const [hook = "", question] = part.split(".");
		const layers = this.#layers.get(hook);
		const theirs = other.#layers.get(hook);
		if (layers === undefined || theirs === undefined) {
			const known = hooks.map((each) => each.hook);
			throw new PageRefused(`there is no hook ${hook}${didYouMean(hook, known)}; hooks are ${known.join(", ")}`);
		}
		const mixed =
			question === undefined
				? mixedLayers(hook, theirs, name)
				: [...layers, borrowedLayer(hook, question, topOf(layers), other, name)];
		return this.#with([[hook, mixed]]);
	}

	/**
	 * @returns the book without plugins, under which the kernel's own tables are made and changed, so that no plugin's
	 *   rule affects accounts and privileges; this book itself where no plugin is laid
	 */
	withoutPlugins(): RuleBook {
		this.#withoutPlugins ??= this.#stripped();
		return this.#withoutPlugins;
	}

	#stripped(): RuleBook {
		const touched = [...this.#layers].filter(([, layers]) => layers.some(({ isOfPlugin }) => isOfPlugin));
		if (touched.length === 0) {
			return this;
		}
		const stripped = touched.map(([hook, layers]) => {
			const kept = layers.filter(({ isOfPlugin }) => !isOfPlugin);
			return [hook, laidAgain(hook, kept)] as const;
		});
		return this.#with(
			stripped,
			this.release,
			this.pages.filter(({ ofPlugin }) => ofPlugin !== true),
		);
	}

	/** The book with other layers for some hooks. */
	#with(changed: Iterable<readonly [string, readonly Layer[]]>, release = this.release, pages = this.pages): RuleBook {
		const container = this.#container.createChildContainer();
		const all = new Map(this.#layers);
		for (const [hook, layers] of changed) {
			container.register(hook, { useClass: topOf(layers).signed });
			all.set(hook, layers);
		}
		return new RuleBook(release, pages, container, all);
	}

	/**
	 * @param observer called at every question
	 * @returns the same book, observed; this book itself pays nothing for it
	 */
	observed(observer: Observer): RuleBook {
		return new RuleBook(this.release, this.pages, this.#container, this.#layers, observer);
	}

	/**
	 * Returns a hook's rule in force.
	 * @param hook the hook's class
	 * @returns a frozen object; its refusals are signed, its failures are errors that name the rule
	 */
	ask<H extends Hook>(hook: HookClass<H>): H {
		let answers = this.#answers.get(hook.hook);
		if (answers === undefined) {
			answers = this.#resolve(hook.hook);
			this.#answers.set(hook.hook, answers);
		}
		return answers as H;
	}

	/**
	 * @param hook a hook's name
	 * @returns the hook's history, oldest first
	 */
	origins(hook: string): readonly Origin[] {
		return (this.#layers.get(hook) ?? []).map(({ origin }) => origin);
	}

	/** @returns the origin that is asked first about one question of a hook; undefined for an unknown one */
	originOf(hook: string, question: string): Origin | undefined {
		return this.origins(hook).findLast((origin) => origin.questions.includes(question));
	}

	/**
	 * @param hook the hook's class
	 * @param question one of its questions
	 * @returns whether a page's rule answers it: the kernel may skip questions that no rule answers
	 */
	isAnswered(hook: HookClass, question: string): boolean {
		let answered = this.#answered.get(hook);
		if (answered === undefined) {
			const beyond = (this.#layers.get(hook.hook) ?? []).slice(1);
			answered = new Set(beyond.flatMap(({ origin }) => origin.questions));
			this.#answered.set(hook, answered);
		}
		return answered.has(question);
	}

	/** @returns the rule that is asked first about one question of a hook, as errors and traces name it */
	decisionOf(hook: string, question: string): Decision {
		return this.deciders(hook, question)[0] ?? { hook, question, rule: hook, origin: "kernel", since: null };
	}

	/**
	 * @returns every rule that may make the answer to a question, the first asked first: each but the last calls
	 *   `super`
	 */
	deciders(hook: string, question: string): readonly Decision[] {
		const found: Decision[] = [];
		for (const layer of [...(this.#layers.get(hook) ?? [])].reverse()) {
			if (layer.origin.questions.includes(question)) {
				found.push(decisionBy(layer, hook, question));
				if (!callsSuper(layer.own, question)) {
					break;
				}
			}
		}
		return found;
	}

	/** @returns the union of the switches that the rules in force declare */
	switches(): readonly Switch[] {
		this.#switches ??= this.#declaredSwitches();
		return this.#switches;
	}

	#declaredSwitches(): readonly Switch[] {
		const found = new Map<string, Switch>();
		for (const hook of hooks) {
			for (const declared of this.ask(hook).switches()) {
				const other = [...found.values()].find(({ setting }) => setting === declared.setting);
				if (other !== undefined && typeof other.default !== typeof declared.default) {
					const types = `${typeof other.default} and ${typeof declared.default}`;
					throw new PageRefused(`the setting ${declared.setting} is declared with two types, ${types}`);
				}
				found.set(`${declared.surface} ${declared.name}`, declared);
			}
		}
		return [...found.values()];
	}

	#resolve(hook: string): Hook {
		const rule = this.#container.resolve<Hook>(hook);
		const observer = this.#observer;
		if (observer !== undefined) {
			const watch = new LayerWatch();
			Object.defineProperty(rule, layerWatch, { value: watch });
			const { phrases } = rule.constructor as HookClass;
			for (const question of [...allQuestions(rule)].filter((each) => !phrases.includes(each))) {
				const decision = this.decisionOf(hook, question);
				const method = (rule as unknown as Record<string, (...facts: unknown[]) => unknown>)[question];
				const ask = (...facts: unknown[]) => watch.ask(decision, () => method?.apply(rule, facts));
				// Set on the rule itself, so that a question that a rule asks of its own methods is observed, too.
				Object.defineProperty(rule, question, {
					value: (...facts: unknown[]) => observer.watch(decision, facts, ask),
				});
			}
		}
		return Object.freeze(rule);
	}
}

/** A layer that answers one question by another book's rules, with the questions that those ask of themselves. */
function borrowedLayer(hook: string, question: string, below: Layer, other: RuleBook, name: string): Layer {
	const hookClass = hooks.find((each) => each.hook === hook) as HookClass;
	const known = Object.keys(hookClass.answers);
	if (!known.includes(question)) {
		throw new PageRefused(
			`the hook ${hook} has no question ${question}${didYouMean(question, known)}; it has ${known.join(", ")}`,
		);
	}
	const { rule: decider, origin: from } = other.decisionOf(hook, question);
	const rule = (Base: HookClass): HookClass => {
		const borrowed = class extends Base {};
		Object.defineProperty(borrowed, "name", { value: decider });
		const value = (...facts: unknown[]): unknown => {
			const rules = other.ask(hookClass) as unknown as Record<string, (...facts: unknown[]) => unknown>;
			const answer = rules[question]?.(...facts);
			return answer instanceof Refusal && answer.decision !== undefined
				? answer.signed({ ...answer.decision, origin: mixLabel(answer.decision.origin, name) })
				: answer;
		};
		Object.defineProperty(borrowed.prototype, question, { value, writable: true, configurable: true });
		return borrowed;
	};
	const taken = other.originOf(hook, question);
	const note = taken?.note ?? "One answer of another book.";
	const since = taken?.date === undefined ? {} : { date: taken.date };
	const origin: Origin = { rule: decider, from: "mix", name, note, questions: [question], ...since };
	const isOfPlugin = other !== other.withoutPlugins();
	return newLayer({ origin, own: rule(below.signed), rule, label: mixLabel(from, name), isOfPlugin }, hook);
}

function firstSeen(page: Page): { readonly firstSeen?: string } {
	const from = (page as Partial<Quirk>).range?.from;
	return from === undefined ? {} : { firstSeen: from };
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
