/**
 * Ways out of a break: those that the rules bring as data, and other releases, each run on the state that the statement
 * met.
 *
 * A way out works where the statement then does what it did where it worked last: no error, as many rows, and an
 * effect where it had one.
 */
import {
	type ByteString,
	compareReleases,
	decodeText,
	encodeText,
	hooks,
	quoteName,
	type rules,
	type SwitchValue,
} from "../../core/index.ts";
import { rowsOf } from "../compare/answer.ts";
import { answerTo } from "../compare/played-session.ts";
import type { WorkloadStatement } from "../workload/statement.ts";
import type { Blame } from "./blame.ts";
import { type Edited, editText } from "./edit.ts";
import { namesIn, quotedName } from "./named-object.ts";
import { splitChanges } from "./split-changes.ts";
import { changeOf, type Outcome, type OutcomeError, outcomeWords, syntaxError } from "./outcome.ts";
import type { ReportedWayOut } from "./report/format.ts";
import { Stage } from "./stage.ts";
import type { RuleShelf, StopRules } from "./stop.ts";
import { type Moment, type TrialChange, tryAgain } from "./trial.ts";

type WayOut = rules.WayOut;

/** One way out, run on one statement. */
export interface TriedWayOut {
	/** The same for all statements of a finding. */
	readonly key: string;
	/** Where it was run. */
	readonly stop: string;
	readonly kind: ReportedWayOut["kind"];
	readonly text: string;
	/** In place of the text, where it works at several stops. */
	readonly textAt?: (stops: readonly string[]) => string;
	readonly price?: string;
	readonly works: boolean;
	/** The first release that knows it. */
	readonly from?: string;
	/** It was run there, and not at the stop. */
	readonly isLater?: true;
	readonly run?: string;
	readonly edit?: Edited;
	readonly fails?: string;
}

/** A statement that breaks, or has another effect. */
interface Broken {
	readonly moment: Moment;
	readonly statement: WorkloadStatement;
	readonly stop: string;
	/** Rules of the stop. */
	readonly rules: StopRules;
	/** Absent: it works, and has another effect. */
	readonly error?: OutcomeError;
	/** Its outcome where it worked last. */
	readonly good: Outcome;
	/** The release of that. */
	readonly goodRelease: string;
	/** The same; absent where it worked on older tables alone. */
	readonly workedAt?: string;
	/** The stop where its tables were made, if not the first. */
	readonly born?: string;
	readonly blame: Blame;
	/** Of statements of its kind: how many were tried, this one too, and later releases where some work. */
	readonly kind: { readonly tried: number; readonly later: Set<string> };
}

export async function tryWaysOut(broken: Broken, shelf: RuleShelf): Promise<TriedWayOut[]> {
	const tried: TriedWayOut[] = [];
	for (const way of await waysOf(broken, shelf)) {
		const isLater = way.from !== undefined && compareReleases(broken.rules.release, way.from) < 0;
		const there = isLater ? { ...broken, rules: await shelf.of(way.from) } : broken;
		const filled = await filledIn(way, there);
		const attempt = filled && attemptOf(filled, there, shelf);
		if (filled !== undefined && attempt !== undefined) {
			const outcome = await tryAgain(broken.moment, broken.statement, attempt.change);
			const isTorn = outcome.error?.code === syntaxError && broken.error?.code !== syntaxError;
			if (attempt.shown.edit !== undefined && isTorn) {
				// Without the part nothing is left that could be sent.
				continue;
			}
			tried.push({
				...describe(filled, keyOf(way), broken.stop),
				...(isLater ? { isLater } : {}),
				...attempt.shown,
				...verdictOn(broken, outcome),
			});
		}
	}
	const all = [...tried, ...(await otherReleases(broken, shelf))];
	// Guides are written for what is refused: of an effect those ways alone are worth a word that restore it.
	return broken.error === undefined ? all.filter(({ works }) => works) : all;
}

/** Ways out of the rules that decide, and those whose refusal this is. */
async function waysOf(
	{ error, rules: stop, blame, goodRelease }: Broken,
	shelf: RuleShelf,
): Promise<readonly WayOut[]> {
	const first = await shelf.of(blame.firstRelease);
	// A rule that has ended is in the book of the release where the statement worked.
	const ended = new Set(blame.rules.flatMap((each) => (each.ended ? [each.rule] : [])));
	const former = ended.size === 0 ? [] : [await shelf.of(goodRelease)];
	const found = new Map<string, WayOut>();
	for (const { book } of [first, stop, ...former]) {
		for (const { hook } of hooks) {
			const origins = book.origins(hook);
			for (const origin of former.some((each) => each.book === book)
				? origins.filter(({ rule }) => ended.has(rule))
				: origins) {
				const isBlamed = blame.rules.some(({ rule }) => rule === origin.rule);
				for (const way of origin.guide?.waysOut ?? []) {
					if (way.step.kind !== "later" && way.step.kind !== "path" && applies(way, error, isBlamed)) {
						found.set(keyOf(way), found.get(keyOf(way)) ?? way);
					}
				}
			}
		}
	}
	return [...found.values()];
}

function applies({ when }: WayOut, error: OutcomeError | undefined, isBlamed: boolean): boolean {
	if (when?.codes === undefined && when?.message === undefined) {
		return isBlamed;
	}
	if (error === undefined) {
		return false;
	}
	const { code, message } = error;
	return (when.codes?.includes(code) ?? true) && (when.message?.test(message) ?? true);
}

function keyOf({ step, text }: WayOut): string {
	return `${step.kind} ${text} ${JSON.stringify(step)}`;
}

/** Fills in the places in braces; undefined where the statement has nothing for one. */
async function filledIn(way: WayOut, broken: Broken): Promise<WayOut | undefined> {
	const places = await placesOf(way, broken);
	let isWhole = true;
	const fill = (text: string): string =>
		text.replace(/\{([^{}]+)\}/g, (_, place: string) => {
			const value = places.get(place);
			isWhole &&= value !== undefined;
			return value ?? "";
		});
	const { step } = way;
	const filled: WayOut = {
		...way,
		text: fill(way.text),
		step:
			step.kind === "before"
				? { ...step, statement: fill(step.statement) }
				: step.kind === "edit" && step.edit === "name-charset"
					? { ...step, charset: fill(step.charset) }
					: step,
	};
	return isWhole ? filled : undefined;
}

async function placesOf(way: WayOut, broken: Broken): Promise<ReadonlyMap<string, string>> {
	const { error, statement, good } = broken;
	const { message = "" } = error ?? {};
	const places = new Map<string, string>();
	way.when?.message?.exec(message)?.forEach((taken, at) => places.set(String(at), taken ?? ""));
	const { table, column: changed } = namesIn(statement.text);
	const column = /for column '?([^'\s]+)/.exec(message)?.[1] ?? changed;
	if (table !== undefined) {
		places.set("table", quotedName(table));
	}
	const former = error === undefined ? charsetIn(good) : undefined;
	if (former !== undefined) {
		places.set("former charset", former);
	}
	if (column !== undefined) {
		places.set("column", quoteName(column));
	}
	for (const [, charset = ""] of JSON.stringify(way).matchAll(/\{definition (\w+)\}/g)) {
		const definition = table && column && (await definitionOf(broken, table, column, charset));
		if (definition) {
			places.set(`definition ${charset}`, definition);
		}
	}
	return places;
}

/** The one charset of all columns that a statement made or changed. */
function charsetIn({ effect = [] }: Outcome): string | undefined {
	const charsets = new Set(
		effect.flatMap((line) =>
			[...line.replace(/\(was .*|(?<=: made), \w+ \w+;/gs, "").matchAll(/ ([a-z]\w*) \1_\w+/g)].map(
				([, charset]) => charset,
			),
		),
	);
	return charsets.size === 1 ? [...charsets][0] : undefined;
}

/** The column's definition as SHOW CREATE TABLE prints it at the stop, with another character set. */
async function definitionOf(
	broken: Broken,
	table: string,
	column: string,
	charset: string,
): Promise<string | undefined> {
	const stage = await Stage.fork(broken.moment.state, broken.rules, broken.moment.conditions);
	try {
		const { session } = await stage.session(broken.statement.session);
		for (const text of broken.moment.setup) {
			await answerTo(session, text);
		}
		const [row] = rowsOf(await answerTo(session, encodeText(`show create table ${quotedName(table)}`)));
		const line = row?.[1]
			?.split("\n")
			.find((each) => each.trimStart().toLowerCase().startsWith(quoteName(column).toLowerCase()));
		const plain = line
			?.trim()
			.replace(/,$/, "")
			.replace(/ (CHARACTER SET|CHARSET) \w+/i, "")
			.replace(/ COLLATE \w+/i, "");
		const parts = /^`(?:[^`]|``)+` (\w+(?:\((?:'(?:[^'\\]|\\.|'')*'|[^)'])*\))?)(.*)$/s.exec(plain ?? "");
		return parts === null ? undefined : `${parts[1]} CHARACTER SET ${charset}${parts[2]}`;
	} finally {
		await stage.end();
		await stage.kernel.close();
	}
}

/** The last part stands for the statement; those before it must not fail. */
function splitAttempt(parts: readonly ByteString[], stop: StopRules): Attempt | undefined {
	const last = parts.at(-1);
	return last === undefined || parts.length < 2
		? undefined
		: {
				change: { rules: stop, before: parts.slice(0, -1), text: last },
				shown: { run: decodeText(parts.join(";\n")) },
			};
}

interface Attempt {
	readonly change: TrialChange;
	readonly shown: { readonly run?: string; readonly edit?: Edited };
}

function attemptOf({ step }: WayOut, { rules: stop, statement }: Broken, shelf: RuleShelf): Attempt | undefined {
	switch (step.kind) {
		case "before": {
			const text = encodeText(step.statement);
			return { change: { rules: stop, before: [text] }, shown: { run: step.statement } };
		}
		case "switch": {
			const known = stop.book.switches().find(({ setting, name }) => setting === step.name || name === step.name);
			if (known === undefined) {
				return undefined;
			}
			const run = `${step.name} = ${String(step.value)}`;
			const rules = shelf.variant(`${stop.release} ${run}`, () => ({
				...stop,
				switches: new Map<string, SwitchValue>([...stop.switches, [known.setting, step.value]]),
			}));
			return { change: { rules }, shown: { run } };
		}
		case "edit": {
			if (step.edit === "split-changes") {
				return splitAttempt(splitChanges(statement.text), stop);
			}
			const edit = editText(statement.text, step);
			return edit && { change: { rules: stop, text: edit.text }, shown: { run: decodeText(edit.text), edit } };
		}
		default:
			return undefined;
	}
}

function describe({ step, text, price, from }: WayOut, key: string, stop: string): Omit<TriedWayOut, "works"> {
	return {
		key,
		stop,
		kind: step.kind,
		text: from === undefined ? text : `from ${from} on, ${text}`,
		...(price === undefined ? {} : { price }),
		...(from === undefined ? {} : { from }),
	};
}

function verdictOn(
	{ good, error }: Pick<Broken, "good" | "error">,
	outcome: Outcome,
): { readonly works: boolean; readonly fails?: string } {
	if (outcome.error !== undefined) {
		return { works: false, fails: outcome.shown };
	}
	if (good.effect !== undefined && good.effect.length > 0 && outcome.effect?.length === 0) {
		return { works: false, fails: "accepted, does nothing" };
	}
	if (error === undefined && !["same", "metadata-differs"].includes(changeOf(good, outcome))) {
		return { works: false, fails: outcomeWords(outcome, good) };
	}
	if (outcome.kind !== good.kind || outcome.affected !== good.affected || outcome.rows !== good.rows) {
		return { works: false, fails: outcome.shown };
	}
	return { works: true };
}

/** Later releases where it works, and for migrations the release before. */
async function otherReleases(broken: Broken, shelf: RuleShelf): Promise<readonly TriedWayOut[]> {
	const { rules: stop, statement, workedAt, good } = broken;
	const isMigration = statement.role === "migration";
	const isBack = broken.stop !== stop.release;
	const tried = (await workingAfter(broken, shelf)).map((release): TriedWayOut => {
		const textAt = (stops: readonly string[]): string => {
			const left = stops.filter((each) => each !== broken.born);
			return isMigration
				? `run it at ${release}`
				: isBack
					? `stay at ${release}`
					: `go to ${release}${left.length === 0 ? "" : ` without a stop at ${left.join(", ")}`}`;
		};
		return {
			key: `${laterKey}${release}`,
			stop: broken.stop,
			kind: isMigration ? "later" : "path",
			text: textAt([broken.stop]),
			textAt,
			works: true,
			run: release,
		};
	});
	if (isMigration && workedAt !== undefined) {
		const doesNothing = good.effect?.length === 0;
		tried.push({
			key: `before ${workedAt}`,
			stop: broken.stop,
			kind: "path",
			text: `run it at ${workedAt}, before the ${isBack ? "way back" : "upgrade"}`,
			works: !doesNothing,
			run: workedAt,
			...(doesNothing ? { fails: "accepted there, does nothing" } : {}),
		});
	}
	return tried;
}

/** Keys of later releases begin so. */
export const laterKey = "later ";
/** So many of a kind are tried at every later release, the rest where one of these works. */
const triedEverywhere = 3;

/** Releases after the stop where it works, oldest first. */
async function workingAfter(broken: Broken, shelf: RuleShelf): Promise<string[]> {
	const { moment, statement, rules: stop, kind } = broken;
	const after = shelf.after(stop.release);
	const working: string[] = [];
	const tryAt = async (release: string): Promise<void> => {
		const outcome = await tryAgain(moment, statement, { rules: await shelf.of(release) });
		if (verdictOn(broken, outcome).works) {
			working.push(release);
		}
	};
	const known = kind.tried > triedEverywhere ? after.filter((release) => kind.later.has(release)) : after;
	for (const release of known) {
		await tryAt(release);
	}
	for (const release of working.length === 0 ? after.filter((each) => !known.includes(each)) : []) {
		await tryAt(release);
	}
	working.forEach((release) => kind.later.add(release));
	return working;
}
