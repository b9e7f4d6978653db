/**
 * A report without values: statements, messages, warnings, answers, ways out, keys and notes are cleaned.
 *
 * Names stay: files, sessions, tables, columns, indexes, rules, releases; so do places, counts and fingerprints. Edits
 * are moved to where the cleaned text has them.
 */
import type {
	LongReport,
	LongFinding,
	ReportedOutcome,
	ReportedStatement,
	ReportedWayOut,
	Suppression,
} from "../format.ts";
import { JoinedSeries, type Series } from "../../../workload/series.ts";
import { StatementsById } from "../statements-by-id.ts";
import { CleanedWords } from "./cleaned-words.ts";
import { type CleanedText, cleanSql, Placeholders } from "./placeholders.ts";

/** The same report gives the same placeholders. Statements are cleaned when they are read: a long report is never held. */
export function redact(report: LongReport): LongReport {
	return new Redaction(report).report();
}

/** A finding of thousands of statements: its words are about the first. */
const fewStatements = 20;
/** Values of a long INSERT; its messages name one of the first rows, or one in quotes. */
const mostValues = 2000;

class Redaction {
	readonly #report: LongReport;
	readonly #byId: StatementsById;
	readonly #placeholders = new Placeholders();
	readonly #words = new CleanedWords(this.#placeholders);
	readonly #unreadable: ReadonlySet<string>;

	constructor(report: LongReport) {
		this.#report = report;
		this.#byId = new StatementsById(report);
		this.#unreadable = new Set(report.notJudged.filter(({ kind }) => kind === "unreadable").map(({ id }) => id));
		for (const statement of report.statements) {
			// Numbers its values, whichever statement is asked for first.
			this.#statement(statement);
		}
	}

	report(): LongReport {
		const { statements, findings, data, notJudged, notes, repairs, gone } = this.#report;
		const words = (text: string): string => this.#words.clean(text);
		return {
			...this.#report,
			statements: new JoinedSeries([statements], (each) => this.#statement(each)),
			findings: findings.map((each) => this.#finding(each)),
			data: data.map(({ sampleKeys, what, ...rest }) => ({
				...rest,
				...(sampleKeys === undefined ? {} : { sampleKeys: sampleKeys.map((key) => this.#placeholders.of(key)) }),
				what: words(what),
			})),
			notJudged: notJudged.map((each) => ({
				...each,
				reason: this.#words.clean(each.reason, this.#valuesOf(each.id)),
			})),
			notes: notes.map(words),
			...(repairs === undefined ? {} : { repairs: repairs.map((text) => cleanSql(text, this.#placeholders).text) }),
			...(gone === undefined ? {} : { gone: gone.map((each) => ({ ...each, about: words(each.about) })) }),
			redacted: true,
		};
	}

	/** A text that is no SQL has no literals that could be told: all of it is one. */
	#textOf({ id, text }: ReportedStatement): CleanedText {
		if (!this.#unreadable.has(id)) {
			return cleanSql(text, this.#placeholders);
		}
		return { text: this.#placeholders.of(text), place: () => 0, values: text.split(/[\s,[\]()'"]+/) };
	}

	#valuesOf(id: string): readonly string[] {
		const statement = this.#byId.get(id);
		return statement === undefined ? [] : this.#values(statement, this.#textOf(statement));
	}

	/** With those of the texts that ran within it. */
	#values({ outcome }: ReportedStatement, { values }: CleanedText): readonly string[] {
		const texts = new Set(Object.values(outcome).flatMap((each) => each.within ?? []));
		const within = [...texts].flatMap((text) => cleanSql(text, this.#placeholders).values);
		return [...values.slice(0, Math.max(0, mostValues - within.length)), ...within];
	}

	#statement(statement: ReportedStatement): ReportedStatement {
		const cleaned = this.#textOf(statement);
		const values = this.#values(statement, cleaned);
		const outcome = Object.fromEntries(
			Object.entries(statement.outcome).map(([stop, each]) => [stop, this.#outcome(each, values)]),
		);
		return { ...statement, text: cleaned.text, outcome };
	}

	#outcome(outcome: ReportedOutcome, values: readonly string[]): ReportedOutcome {
		const { message, warnings, effect, reason, within } = outcome;
		const clean = (words: string): string => this.#words.clean(words, values);
		return {
			...outcome,
			...(message === undefined ? {} : { message: clean(message) }),
			...(warnings === undefined ? {} : { warnings: warnings.map(clean) }),
			...(effect === undefined ? {} : { effect: effect.map((each) => this.#words.cleanEffect(each, values)) }),
			...(reason === undefined ? {} : { reason: clean(reason) }),
			...(within === undefined ? {} : { within: within.map((text) => cleanSql(text, this.#placeholders).text) }),
		};
	}

	#finding(finding: LongFinding): LongFinding {
		const values = firstOf(finding.statements, fewStatements)
			.flatMap((id) => this.#valuesOf(id))
			.slice(0, mostValues);
		const { message, before, after, suppressed, expired, waysOut } = finding;
		const clean = (words: string): string => this.#words.clean(words, values);
		const known = (of: Suppression): Suppression => ({ ...of, reason: clean(of.reason) });
		return {
			...finding,
			...(message === undefined ? {} : { message: clean(message) }),
			...(before === undefined ? {} : { before: this.#words.cleanAnswer(before, values) }),
			...(after === undefined ? {} : { after: this.#words.cleanAnswer(after, values) }),
			waysOut: waysOut.map((way) => this.#wayOut(way, clean)),
			...(suppressed === undefined ? {} : { suppressed: known(suppressed) }),
			...(expired === undefined ? {} : { expired: known(expired) }),
		};
	}

	#wayOut(way: ReportedWayOut, clean: (words: string) => string): ReportedWayOut {
		const { edit, ...rest } = way;
		const { text, price, run, fails } = rest;
		return {
			...rest,
			text: clean(text),
			...(price === undefined ? {} : { price: clean(price) }),
			...(run === undefined ? {} : { run: cleanSql(run, this.#placeholders).text }),
			...(edit === undefined ? {} : this.#edit(edit)),
			...(fails === undefined ? {} : { fails: clean(fails) }),
		};
	}

	/** None where all of it was inside a value. */
	#edit(edit: NonNullable<ReportedWayOut["edit"]>): Pick<ReportedWayOut, "edit"> {
		const statement = this.#byId.get(edit.statement);
		const place = statement === undefined ? () => 0 : this.#textOf(statement).place;
		const from = place(edit.from);
		const to = Math.max(from, place(edit.to));
		const text = cleanSql(edit.text, this.#placeholders).text;
		return from === to && text === "" ? {} : { edit: { ...edit, from, to, text } };
	}
}

function firstOf(ids: Series<string>, count: number): readonly string[] {
	return Array.from({ length: Math.min(count, ids.length) }, (_, at) => ids.at(at) as string);
}
