/**
 * Rule book under test: a release with plugins laid over it, whose hooks are asked one question at a time.
 */
import { type Hook, type HookClass, type RuleBook, type Settings, type SwitchValue, hooks } from "../../core/index.ts";
import { type Mode, ReleaseLine } from "../compose/release-line.ts";
import { newestRelease } from "../../plugins/index.ts";
import { ruleSettings } from "./rule-settings.ts";
import { type OptionWords, pageOf, type TestedPlugin } from "./tested-plugin.ts";
import { type PlayedAnswer, playOn } from "./play.ts";

/** An immutable book; `bookOf` makes one. */
export class TestBook {
	/** As it was asked for. */
	readonly release: string;
	/** The book itself: origins, deciders, switches. */
	readonly book: RuleBook;
	readonly #mode: Mode;

	constructor(release: string, mode: Mode, book: RuleBook) {
		this.release = release;
		this.book = book;
		this.#mode = mode;
	}

	/**
	 * Lays a plugin over this book.
	 * @param plugin a plugin or its page
	 * @param options the plugin's options
	 * @returns a new book; this one is unchanged
	 * @throws PageRefused where a rule does not extend the one in force or is no rule; OptionRefused for a wrong option
	 */
	lay(plugin: TestedPlugin, options: OptionWords = {}): TestBook {
		const page = pageOf(plugin, options);
		const book = this.book.lay(page);
		book.switches();
		return new TestBook(page.kind === "release" ? page.name : this.release, this.#mode, book);
	}

	/**
	 * Takes a hook's rule, or one question's answer, from another release or book.
	 * @param part `insert-check` or `insert-check.text`
	 * @param source a release, or a book
	 * @returns a new book; this one is unchanged
	 */
	mix(part: string, source: string | TestBook): TestBook {
		const other = typeof source === "string" ? bookOf(source, this.#mode) : source;
		return new TestBook(this.release, this.#mode, this.book.mix(part, other.book, other.release));
	}

	/**
	 * @param hook a hook's class, or its name
	 * @returns the rule in force: its methods are the hook's questions, and `told` tells their answers
	 */
	ask<H extends Hook>(hook: HookClass<H>): H;
	ask(hook: string): Hook & Readonly<Record<string, (...facts: readonly unknown[]) => unknown>>;
	ask(hook: string | HookClass): unknown {
		const found = typeof hook === "string" ? hooks.find((each) => each.hook === hook) : hook;
		if (found === undefined) {
			throw new Error(`there is no hook ${String(hook)}; hooks are ${hooks.map((each) => each.hook).join(", ")}`);
		}
		return this.book.ask(found);
	}

	/**
	 * @param values values by setting name or variable name, beside which each setting has its default
	 * @returns the settings that questions take as a fact
	 * @throws Error for a setting that no rule of the book declares
	 */
	settings(values: Readonly<Record<string, SwitchValue>> = {}): Settings {
		return ruleSettings(this.book, values);
	}

	/**
	 * Plays a script on a new store in memory.
	 * @param sql statements, as a file holds them
	 * @returns one answer a statement
	 */
	play(sql: string): Promise<readonly PlayedAnswer[]> {
		return playOn({ release: this.release, book: this.book }, sql);
	}
}

/**
 * @param release `2.1.3`; default: the newest
 * @param mode as documented, or as its servers were measured
 * @returns the release's rule book
 */
export function bookOf(release: string = newestRelease, mode: Mode = "documented"): TestBook {
	const line = new ReleaseLine([]);
	return new TestBook(release, mode, line.bookOf(line.check(release), mode));
}
