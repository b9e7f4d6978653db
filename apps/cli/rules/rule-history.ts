/**
 * `verso rules --matrix` and `verso rules --from`: who answers the rules' questions from release to release.
 *
 * Mode, mixes, quirks and plugins of the command line are laid over every release alike.
 */
import { type Decision, hooks, type RuleBook } from "../../../core/index.ts";
import { type BookWish, composeBook } from "../../compose/book.ts";
import { loadPlugin } from "../../compose/plugin.ts";
import { ReleaseLine } from "../../compose/release-line.ts";
import { inForce } from "../../compose/in-force.ts";
import { printTable } from "../table.ts";

/** The rules of a hook that can answer one of its questions, the newest first. */
interface Answering {
	readonly rule: string;
	readonly origin: string;
	readonly questions: readonly string[];
}

interface ReleaseBook {
	readonly release: string;
	readonly book: RuleBook;
}

/** Hooks by releases that brought rules: who answers. A cell like the one on its left is `=`. */
export async function printMatrix(wish: BookWish, json: boolean): Promise<string> {
	const pages = await Promise.all((wish.plugins ?? []).map(loadPlugin));
	const columns: ReleaseBook[] = [];
	for (const { name } of new ReleaseLine(pages).pages) {
		columns.push({ release: name, book: (await composeBook({ ...wish, release: name })).book });
	}
	const rows = hooks.map(({ hook }) => ({
		hook,
		answering: columns.map(({ release, book }) => ({ release, rules: answering(book, hook) })),
	}));
	if (json) {
		const said = rows.map(({ hook, answering: each }) => ({
			hook,
			releases: Object.fromEntries(each.map(({ release, rules }) => [release, rules])),
		}));
		return `${JSON.stringify({ format: 1, releases: columns.map(({ release }) => release), hooks: said }, undefined, 2)}\n`;
	}
	const cells = rows.map(({ hook, answering: each }) => {
		const texts = each.map(({ rules }) => rules.map(({ rule, origin }) => cellText(rule, origin)).join("\n"));
		return [hook, ...texts.map((text, at) => (at > 0 && text === texts[at - 1] ? "=" : text))];
	});
	return `${printTable(["hook", ...columns.map(({ release }) => release)], cells)}=: as in the release on its left.\n`;
}

/** Of the kernel's own class the hook's name says enough. */
function cellText(rule: string, origin: string): string {
	return origin === "kernel" ? "kernel" : rule;
}

/** Questions whose rules differ between two releases. */
export async function printChanges(from: string, wish: BookWish, json: boolean): Promise<string> {
	const before = await composeBook({ ...wish, release: from });
	const after = await composeBook(wish);
	const changes = hooks.flatMap(({ hook }) =>
		questionsOf(before.book, after.book, hook).flatMap((question) => {
			const [was, is] = [before.book.deciders(hook, question), after.book.deciders(hook, question)];
			const note = after.book.originOf(hook, question)?.note ?? "";
			return names(was) === names(is) ? [] : [{ question: `${hook}.${question}`, was, is, note }];
		}),
	);
	if (json) {
		const said = changes.map(({ question, was, is, note }) => ({ question, from: was, to: is, note }));
		return `${JSON.stringify({ format: 1, from: before.release, to: after.release, changes: said }, undefined, 2)}\n`;
	}
	const to = inForce({ ...wish, release: after.release });
	const head = `verso ${before.release} to ${to}: ${changes.length === 0 ? "no" : changes.length} changed questions\n`;
	const rows = changes.map(({ question, was, is, note }) => [question, names(was), names(is), note]);
	return rows.length === 0 ? head : head + printTable(["question", before.release, after.release, "note"], rows);
}

function questionsOf(one: RuleBook, other: RuleBook, hook: string): readonly string[] {
	const origins = [...one.origins(hook), ...other.origins(hook)];
	return [...new Set(origins.flatMap(({ questions }) => questions))];
}

function names(deciders: readonly Decision[]): string {
	return deciders.map(({ rule, origin }) => (origin === "kernel" ? "kernel" : `${rule} (${origin})`)).join("\n");
}

function answering(book: RuleBook, hook: string): readonly Answering[] {
	const origins = book.origins(hook);
	const questions = [...new Set(origins.flatMap((origin) => origin.questions))];
	const decisions = questions.flatMap((question) => book.deciders(hook, question));
	const rules = new Map<string, { rule: string; origin: string; questions: string[] }>();
	for (const { rule, origin, question } of decisions) {
		const key = `${rule} ${origin}`;
		const known = rules.get(key) ?? { rule, origin, questions: [] };
		known.questions.push(question);
		rules.set(key, known);
	}
	const order = origins.map(({ rule }) => rule);
	const sorted = [...rules.values()].sort((a, b) => order.lastIndexOf(b.rule) - order.lastIndexOf(a.rule));
	const changed = sorted.filter(({ origin }) => origin !== "kernel");
	return changed.length === 0 ? sorted : changed;
}
