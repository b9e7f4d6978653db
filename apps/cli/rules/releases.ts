/**
 * `verso releases` and `verso rules`: what the plugins say of themselves.
 *
 * In: the release pages, a rule book. Out: tables, or the same as JSON.
 */
import { type Origin, type PageOption, type RuleBook, hooks } from "../../../core/index.ts";
import { loadPlugin } from "../../compose/plugin.ts";
import { ReleaseLine } from "../../compose/release-line.ts";
import { composeFrom, wishFrom } from "../open-database.ts";
import type { Options } from "../options.ts";
import { printTable } from "../table.ts";

export async function printReleases(json: boolean, plugins: readonly string[] = []): Promise<string> {
	const line = new ReleaseLine(await Promise.all(plugins.map(loadPlugin)));
	if (json) {
		const pages = line.pages.map(({ name, date, changes }) => ({
			release: name,
			date,
			changes: changes.map(({ hook, note }) => ({ hook: hook.hook, note })),
		}));
		return `${JSON.stringify({ releases: pages, accepted: line.names }, undefined, 2)}\n`;
	}
	const rows = line.pages.map(({ name, date, changes }) => [name, date, changes.map(({ note }) => note).join("\n")]);
	return (
		`${printTable(["release", "date", "what it brought"], rows)}--version takes ` +
		`${line.names.join(", ")}; 2.0.x and 2.1.0 run on 2.0, 2.1.4 on 2.1.3, 2.1.6 on 2.1.5.\n`
	);
}

/**
 * Every rule that can still answer a question of the hook, the newest first; the kernel's own only where it is alone.
 */
function rulesInForce(book: RuleBook, hook: string, history: readonly Origin[]): string[][] {
	const questions = new Set(history.flatMap((origin) => origin.questions));
	const deciders = [...questions].flatMap((question) => book.deciders(hook, question));
	const rows = history.flatMap((origin) => {
		const own = deciders.find(({ rule, question }) => rule === origin.rule && origin.questions.includes(question));
		return own === undefined ? [] : [{ from: origin.from, row: [hook, origin.rule, own.origin, origin.note] }];
	});
	const changed = rows.filter(({ from }) => from !== "kernel");
	return (changed.length === 0 ? rows : changed.reverse()).map(({ row }) => row);
}

function pluginsOf({ pages }: RuleBook): readonly { name: string; options: readonly PageOption[] }[] {
	return pages.filter(({ ofPlugin }) => ofPlugin === true).map(({ name, options = [] }) => ({ name, options }));
}

/** Nothing where no plugin has options. */
function printPluginOptions(book: RuleBook): string {
	const rows = pluginsOf(book).flatMap(({ name, options }) =>
		options.map((each) => [name, each.name, String(each.value), each.takes, each.about]),
	);
	return rows.length === 0 ? "" : printTable(["plugin", "option", "value", "takes", "what it does"], rows);
}

export async function printRules(options: Options, flags: Record<string, unknown>): Promise<string> {
	const json = flags["json"] === true;
	if (flags["matrix"] === true || flags["from"] !== undefined) {
		const { printChanges, printMatrix } = await import("./rule-history.ts");
		return typeof flags["from"] === "string"
			? printChanges(flags["from"], wishFrom(options), json)
			: printMatrix(wishFrom(options), json);
	}
	const { release, mode, book, inForce } = await composeFrom(options);
	const entries = hooks.map(({ hook }) => ({
		hook,
		origin: book.origins(hook).at(-1) as Origin,
		// Guides have pages of their own: verso explain.
		history: book.origins(hook).map(({ guide: _guide, ...said }): Origin => said),
	}));
	if (json) {
		const rules = entries.map(({ hook, origin, history }) => ({
			hook,
			rule: origin.rule,
			origin: origin.name,
			since: origin.date ?? null,
			note: origin.note,
			history,
		}));
		return `${JSON.stringify({ release, mode, inForce, rules, switches: book.switches(), plugins: pluginsOf(book) }, undefined, 2)}\n`;
	}
	const isChanged = ({ origin }: { origin: Origin }): boolean => origin.from !== "kernel";
	const rows = entries.filter(isChanged).flatMap(({ hook, history }) => rulesInForce(book, hook, history));
	const unchanged = entries.filter((entry) => !isChanged(entry)).map(({ hook }) => hook);
	const changed = rows.length === 0 ? "" : printTable(["hook", "rule", "from", "note"], rows);
	const rest = unchanged.length === 0 ? "" : `The kernel's own rules, the oldest answers: ${unchanged.join(", ")}\n`;
	return `verso ${inForce}\n${changed}${rest}${printPluginOptions(book)}`;
}
