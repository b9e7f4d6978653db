/**
 * Attempts at a way out: the statement in other words, after other statements or under another switch, as the way out's
 * step says it.
 */
import { type ByteString, decodeText, encodeText, type rules, type SwitchValue } from "../../core/index.ts";
import { type Edited, editText, nameCollations } from "./statement/edit.ts";
import { type EditedText, remadeWith } from "./edit-within.ts";
import { newWarning, type Outcome, type OutcomeError } from "./outcome.ts";
import { splitChanges } from "./statement/split-changes.ts";
import { runsProgram } from "./statement/kind.ts";
import type { RuleShelf, StopRules } from "./stop.ts";
import { type TrialChange, tryAgain } from "./trial.ts";
import { filledIn, otherCollations, type PlaceSource } from "./way-out-place.ts";

type WayOut = rules.WayOut;

/** A refusal, or a warning in place of one. */
export type Complaint = Pick<OutcomeError, "code" | "message">;

/** @param isBlamed - the rule that brings it decides */
export function applies({ when }: WayOut, complaint: Complaint | undefined, isBlamed: boolean): boolean {
	if (when?.codes === undefined && when?.message === undefined) {
		return isBlamed;
	}
	if (complaint === undefined) {
		return false;
	}
	const { code, message } = complaint;
	return (when.codes?.includes(code) ?? true) && (when.message?.test(message) ?? true);
}

interface Attempt {
	readonly change: TrialChange;
	readonly shown: { readonly run?: string; readonly edit?: Edited };
	/** Of texts that run within the statement. */
	readonly edits?: readonly EditedText[];
}

/** @param former - an attempt that is to do the same for more */
export async function attemptOf(
	{ step }: WayOut,
	source: PlaceSource,
	shelf: RuleShelf,
	former?: Attempt,
): Promise<Attempt | undefined> {
	const { rules: stop, statement } = source;
	switch (step.kind) {
		case "before": {
			const text = encodeText(step.statement);
			const earlier = former?.change.before ?? [];
			const before = [...earlier, text];
			return earlier.includes(text)
				? undefined
				: { change: { rules: stop, before }, shown: { run: before.map((each) => decodeText(each)).join(";\n") } };
		}
		case "switch": {
			const known = stop.book.switches().find(({ setting, name }) => setting === step.name || name === step.name);
			if (known === undefined || former !== undefined) {
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
				return former === undefined ? splitAttempt(splitChanges(statement.text), stop) : undefined;
			}
			const others = step.edit === "name-collation" ? await otherCollations(source) : [];
			const edited = (text: ByteString): Edited | undefined =>
				step.edit === "name-collation" ? nameCollations(text, others) : editText(text, step);
			const isWithin = runsProgram(statement.text) || former?.edits !== undefined;
			const edit = isWithin ? undefined : edited(statement.text);
			if (edit === undefined) {
				return attemptWithin(edited, source, former?.edits);
			}
			return former === undefined
				? { change: { rules: stop, text: edit.text }, shown: { run: decodeText(edit.text), edit } }
				: undefined;
		}
		default:
			return undefined;
	}
}

/** @param earlier - edits that are kept */
async function attemptWithin(
	edited: (text: ByteString) => Edited | undefined,
	source: PlaceSource,
	earlier: readonly EditedText[] = [],
): Promise<Attempt | undefined> {
	const { rules, statement, outcome } = source;
	const news = (outcome.within ?? []).flatMap((text) => {
		const edit = edited(text);
		const from = decodeText(text);
		return edit === undefined || earlier.some((each) => each.to === from) ? [] : [{ from, to: decodeText(edit.text) }];
	});
	const edits = [...earlier, ...news];
	const before = news.length === 0 ? undefined : await remadeWith(edits, source);
	return before === undefined
		? undefined
		: {
				change: { rules, before },
				shown: { run: [...before, statement.text].map((text) => decodeText(text)).join(";\n") },
				edits,
			};
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

/** So often at most is a way out taken again. */
const mostRounds = 16;

/**
 * Several columns of a statement may be refused, or several texts within it, one behind the other: as long as the
 * same is refused of the next, the way out is taken for that as well.
 *
 * @returns the last attempt, if there is a further one
 */
export async function furtherAttempts(
	way: WayOut,
	source: PlaceSource,
	shelf: RuleShelf,
	first: Attempt,
	met: Outcome,
): Promise<readonly { readonly attempt: Attempt; readonly outcome: Outcome }[]> {
	let [attempt, outcome] = [first, met];
	for (let round = 1; round < mostRounds; round++) {
		const complaint = outcome.error ?? newWarning(outcome, source.good);
		if (way.when === undefined || complaint === undefined || !applies(way, complaint, false)) {
			break;
		}
		const now = { ...source, message: complaint.message, outcome };
		const filled = await filledIn(way, now);
		const next = filled && (await attemptOf(filled, now, shelf, attempt));
		if (next === undefined) {
			break;
		}
		attempt = next;
		outcome = await tryAgain(source.moment, source.statement, attempt.change);
	}
	return attempt === first ? [] : [{ attempt, outcome }];
}
