/**
 * A finding in HTML: what happens, why, since when, where, and the ways out.
 */
import type { LongReport, LongFinding, ReportedStatement, ReportedWayOut } from "../format.ts";
import type { FoundStatements, StatementsById } from "../statements-by-id.ts";
import { byRole, counted, gravity, isNote } from "../tally.ts";
import {
	answerText,
	dated,
	consequencesText,
	endedMark,
	errorOf,
	mixesOf,
	noWayOutSentence,
	runWords,
	noteOf,
	remarksOn,
	signOf,
	signWords,
	suppressionText,
	whatHappens,
	withinOf,
	worksFor,
} from "../wording.ts";
import { code, lines, name, words } from "./escape.ts";

const fewStatements = 3;
const mostStatements = 500;

export function printFinding(finding: LongFinding, statements: StatementsById, report: LongReport): string {
	const found = statements.of(finding.statements);
	const note = noteOf(finding);
	const error = errorOf(finding);
	const parts = [
		...(note === undefined ? [] : [`<p>${words(note)}</p>`]),
		...(error === "" ? [] : [`<pre>${lines(error)}</pre>`]),
		...(error === "" && finding.after !== undefined ? [change(finding)] : []),
		`<p>${since(finding, report)}</p>`,
		...(finding.suppressed === undefined ? [] : [`<p>Known, ${words(suppressionText(finding.suppressed))}</p>`]),
		...(finding.expired === undefined
			? []
			: [`<p class="chip fair">No longer ignored: ${words(suppressionText(finding.expired))}</p>`]),
		placesList(found, finding),
		...(finding.consequences.length === 0 ? [] : [`<p>${consequences(finding, statements)}</p>`]),
		waysTable(finding),
	];
	const apart = [
		...(finding.born === undefined ? [] : [`tables made at ${finding.born}`]),
		...(finding.mixed === undefined ? [] : [`servers on one store, ${finding.mixed}`]),
	];
	return (
		`<article class="finding ${finding.class}" id="${name(finding.id)}" data-classes="${finding.class}" ` +
		`data-stops="${finding.stops.map(name).join(" ")}">\n` +
		`<div class="head"><h3>${words(finding.id.replace(/^f(?=\d)/, ""))}. ${whatHappens(finding)} at ` +
		`${words(finding.firstRelease)}</h3><span class="chip ${tone(finding)}">${finding.class}</span>` +
		apart.map((each) => `<span class="chip note">${words(each)}</span>`).join("") +
		`<span class="dim">${byRole(found)}</span></div>\n${parts.join("\n")}\n</article>\n`
	);
}

/** Colour by gravity; the word beside it says the same. */
export function tone(finding: Pick<LongFinding, "class">): "bad" | "fair" | "note" {
	return isNote(finding) ? "note" : gravity(finding.class) === 0 ? "bad" : "fair";
}

function change({ before, after }: LongFinding): string {
	return (
		'<div class="scroll"><table><thead><tr><th scope="col">before</th><th scope="col">now</th></tr></thead>' +
		`<tbody><tr><td><code>${code(answerText(before))}</code></td><td><code>${code(answerText(after))}</code></td></tr></tbody></table></div>`
	);
}

function since(finding: LongFinding, report: LongReport): string {
	const rules = [...new Map(finding.blame.map((each) => [each.rule, each])).values()];
	const mixes = mixesOf(finding)
		.slice(0, fewStatements)
		.map((mix) => `<code>--mix ${code(mix)}</code>`);
	const links = rules
		.map(({ rule, ended }) => `<a href="#rule-${name(rule)}">${words(rule)}</a>${ended ? endedMark : ""}`)
		.join(", ");
	return [
		`Since ${words(dated(finding.firstRelease, report))}, shows at ${finding.stops.map(words).join(", ")}`,
		rules.length === 0 ? "no rule was found" : `${rules.length > 1 ? "rules" : "rule"} ${links}`,
		...(finding.refusedBy === undefined ? [] : [`refused by ${words(finding.refusedBy)}`]),
		...(mixes.length === 0 ? [] : [`as before with ${mixes.join(" or ")} (${words(runWords(finding))})`]),
	].join("; ");
}

function placesList(found: FoundStatements, finding: LongFinding): string {
	const edits = new Map(
		finding.waysOut
			.filter(({ works, edit }) => edit !== undefined && works > 0)
			.toReversed()
			.map(({ edit }) => [edit?.statement ?? "", edit]),
	);
	const item = (statement: ReportedStatement): string =>
		`<li>${link(statement)}<code>${edited(statement, edits.get(statement.id))}</code>${weight(statement)}` +
		`${withinOf(finding, statement).map(within).join("")}</li>`;
	const rest = found.slice(fewStatements, mostStatements);
	const left = found.length - fewStatements - rest.length;
	const more =
		rest.length === 0
			? ""
			: `<details><summary>${rest.length + Math.max(left, 0)} more</summary><ul class="places">` +
				`${Array.from(rest, item).join("")}${left > 0 ? `<li>... ${left} more</li>` : ""}</ul></details>`;
	return `<ul class="places">${Array.from(found.slice(0, fewStatements), item).join("")}</ul>${more}`;
}

function link({ id, file, line, column }: ReportedStatement): string {
	return `<a href="#${name(id)}">${words(`${file}:${line}:${column}`)}</a>`;
}

function within(text: string): string {
	return `<br><span class="dim">within:</span> <code>${code(text.slice(0, mostText))}${text.length > mostText ? "…" : ""}</code>`;
}

function weight({ weight: times = 1 }: ReportedStatement): string {
	return times > 1 ? ` <span class="dim">${counted(times, "time")}</span>` : "";
}

const mostText = 300;
const around = 160;

function edited({ text }: ReportedStatement, edit: ReportedWayOut["edit"]): string {
	if (edit === undefined || edit.from > text.length) {
		return code(text.slice(0, mostText)) + (text.length > mostText ? "…" : "");
	}
	const from = text.length > mostText ? Math.max(0, edit.from - around) : 0;
	const to = text.length > mostText ? edit.to + around : text.length;
	const [removed, added] = [text.slice(edit.from, edit.to), edit.text];
	return (
		(from > 0 ? "…" : "") +
		code(text.slice(from, edit.from)) +
		(removed === "" ? "" : `<del>${code(removed)}</del>`) +
		(added === "" ? "" : `<ins>${code(added)}</ins>`) +
		code(text.slice(edit.to, to)) +
		(to < text.length ? "…" : "")
	);
}

function consequences(finding: LongFinding, statements: StatementsById): string {
	const links = Array.from(statements.of(finding.consequences.slice(0, mostConsequences)), link).join(", ");
	const left = finding.consequences.length - mostConsequences;
	return `${consequencesText(finding)}: ${links}${left > 0 ? ` and ${left} more` : ""}`;
}

const mostConsequences = 20;

function waysTable(finding: LongFinding): string {
	const ways = finding.waysOut;
	if (ways.length === 0) {
		const isOpen = !isNote(finding) && finding.suppressed === undefined;
		return isOpen ? `<p class="dim">${noWayOutSentence(finding)}</p>` : "";
	}
	const tones = { "+": "good", "~": "fair", "-": "bad", "?": "note" } as const;
	const rows = ways.map((way) => {
		const sign = signOf(way, finding);
		const run = way.run === undefined ? "" : `<details><summary>run</summary><pre>${lines(way.run)}</pre></details>`;
		const remarks = remarksOn(way, finding).map(words);
		return (
			`<tr><td><span class="chip ${tones[sign]}">${sign} ${signWords[sign]}</span></td>` +
			`<td>${words(way.text)}${run}</td><td class="number">${worksFor(way)}</td><td>${remarks.join("<br>")}</td></tr>`
		);
	});
	return (
		'<div class="scroll"><table class="ways"><caption>Ways out, each run</caption><thead><tr><th scope="col">verdict</th>' +
		'<th scope="col">way out</th><th scope="col" class="number">works for</th>' +
		`<th scope="col">price, or why not</th></tr></thead><tbody>${rows.join("")}</tbody></table></div>`
	);
}
