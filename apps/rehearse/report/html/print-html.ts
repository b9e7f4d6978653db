/**
 * The report as one HTML file, which loads nothing: its policy forbids all but its own style and script.
 */
import { createHash } from "node:crypto";
import { findingClasses, type LongReport, type LongFinding } from "../format.ts";
import { helpOf, type RuleHelps, rulesIn } from "../rule-help.ts";
import { StatementsById } from "../statements-by-id.ts";
import { byRole, counted, counting, isNote, shownResults, type Tally, tally, unjudgedByReason } from "../tally.ts";
import { isOnPath, verdictOf } from "../verdict.ts";
import { notJudgedKinds, notJudgedWords } from "../wording.ts";
import { code, lines, name, words } from "./escape.ts";
import { printFinding } from "./finding-html.ts";
import { printMatrix } from "./matrix-html.ts";
import { script } from "./script.ts";
import { style } from "./style.ts";

/** In parts that belong one behind the other. */
export function* printHtml(report: LongReport, helps?: RuleHelps): Generator<string> {
	const statements = new StatementsById(report);
	const counts = tally(report);
	yield headOf(report);
	yield `<header>\n${titleOf(report)}${bannerOf(report, counts)}${summaryOf(report, counts)}</header>\n<main>\n`;
	yield navigationOf(report) + filterOf(report);
	for (const [at, [title, findings]] of groupsOf(report).entries()) {
		yield `<section class="group"${at === 0 ? ' id="findings"' : ""}><h2>${words(title)}</h2>\n`;
		for (const finding of findings) {
			yield printFinding(finding, statements, report);
		}
		yield "</section>\n";
	}
	yield dataOf(report);
	yield '<section><h2 id="statements">Statements at every stop</h2>\n';
	if (hasConsequences(report)) {
		yield '<p class="dim">* judged as if an earlier statement, which breaks, had worked</p>\n';
	}
	yield* printMatrix(report);
	yield "</section>\n";
	yield unjudgedOf(report, statements);
	yield listOf("Of the input", report.notes);
	yield listOf(
		"In the baseline, and gone",
		(report.gone ?? []).map(({ about }) => about),
	);
	yield rulesOf(report, helps);
	yield `</main>\n${footOf(report, counts)}<script>${script}</script>\n</body>\n</html>\n`;
}

function hashOf(text: string): string {
	return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

function headOf({ path }: LongReport): string {
	const policy =
		`default-src 'none'; style-src ${hashOf(style)}; script-src ${hashOf(script)}; ` +
		"base-uri 'none'; form-action 'none'";
	return (
		'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n' +
		`<meta http-equiv="Content-Security-Policy" content="${policy}">\n` +
		'<meta name="viewport" content="width=device-width, initial-scale=1">\n' +
		`<title>Upgrade rehearsal ${words(path.join(" → "))}</title>\n<style>${style}</style>\n</head>\n<body>\n` +
		'<a class="skip" href="#statements">Skip to the statements</a>\n'
	);
}

function hasConsequences({ statements }: LongReport): boolean {
	for (const { outcome } of statements) {
		if (Object.values(outcome).some(({ follows }) => follows !== undefined)) {
			return true;
		}
	}
	return false;
}

function titleOf({ path, as, database, tables, statements }: LongReport): string {
	const roles = byRole(statements);
	return (
		`<h1>Upgrade rehearsal</h1>\n<div class="path">${path.map((stop) => `<b>${words(stop)}</b>`).join(" → ")}</div>\n` +
		`<p class="dim">As ${as}${database === undefined ? "" : `, database ${words(database)}`}. ` +
		`${counted(tables, "table")} made at ${words(path[0] ?? "")}${roles === "" ? "" : `; statements: ${roles}`}.</p>\n`
	);
}

function bannerOf(report: LongReport, counts: Tally): string {
	const { tone, sentences } = verdictOf(report, counts);
	const partial = report.partial
		? '<p class="verdict fair">Interrupted: what is here holds, but it is not all.</p>\n'
		: "";
	return `<p class="verdict ${tone}">${sentences.join(" ")}</p>\n${partial}${pathsOf(report)}`;
}

function pathsOf({ path, paths = [], repairs = [] }: LongReport): string {
	const rows = paths
		.toSorted((one, other) => one.breaks - other.breaks)
		.map(({ path: stops, breaks }) => {
			const isThis = stops.join() === path.join() ? " (this report)" : "";
			return `<tr><td>${words(stops.join(" → "))}${isThis}</td><td class="number">${breaks}</td></tr>`;
		});
	const table =
		rows.length === 0
			? ""
			: `<details><summary>${counted(paths.length, "path")} run</summary><div class="scroll"><table><thead><tr>` +
				`<th scope="col">path</th><th scope="col" class="number">breaks</th></tr></thead><tbody>${rows.join("")}` +
				"</tbody></table></div></details>\n";
	const script =
		repairs.length === 0
			? ""
			: `<details><summary>the shortest script of repairs</summary><pre>${lines(repairs.join(";\n"))}</pre></details>\n`;
	return table + script;
}

function summaryOf({ path }: LongReport, counts: Tally): string {
	const { played, byStop } = counts;
	if (played === 0) {
		return "";
	}
	const rows = shownResults(counts, path).map(
		([result, label]) =>
			`<tr><th scope="row">${label}</th>${path
				.map((stop) => `<td class="number">${byStop.get(stop)?.[result] ?? 0}</td>`)
				.join("")}</tr>`,
	);
	const heads = path.map((stop) => `<th scope="col" class="number">${words(stop)}</th>`).join("");
	return (
		`<div class="scroll"><table><thead><tr><th scope="col">of ${counted(played, "statement")}</th>${heads}</tr></thead>` +
		`<tbody>${rows.join("")}</tbody></table></div>\n`
	);
}

function navigationOf({ findings, data, notJudged }: LongReport): string {
	const targets: readonly (readonly [string, string, boolean])[] = [
		["findings", "Findings", findings.length > 0],
		["data", "Data at risk", data.length > 0],
		["statements", "Statements at every stop", true],
		["not-judged", "Not judged", notJudged.length > 0],
		["rules", "Rules", findings.some(({ blame }) => blame.length > 0)],
	];
	const links = targets.filter(([, , isThere]) => isThere).map(([id, text]) => `<a href="#${id}">${text}</a>`);
	return `<nav aria-label="Sections">${links.join("")}</nav>\n`;
}

function filterOf({ findings, path }: LongReport): string {
	const option = (value: string, text = value): string => `<option value="${words(value)}">${words(text)}</option>`;
	const classes = findingClasses.filter((each) => findings.some((finding) => finding.class === each));
	return (
		'<div class="filter" role="search" aria-label="Filter findings and statements">' +
		'<input id="q" type="search" placeholder="text, file, rule, error" aria-label="Words to look for">' +
		`<label>class <select id="class">${option("", "all")}${classes.map((each) => option(each)).join("")}</select></label>` +
		`<label>stop <select id="stop">${option("", "all")}${path.map((each) => option(name(each), each)).join("")}</select></label>` +
		'<label><input id="only" type="checkbox"> only statements with findings</label>' +
		'<button id="clear" type="button">Clear</button><span id="count" role="status" class="dim"></span></div>\n'
	);
}

function groupsOf(report: LongReport): readonly (readonly [string, readonly LongFinding[]])[] {
	const found = counting(report);
	const proper = found.filter((each) => !isNote(each));
	const groups: readonly (readonly [string, readonly LongFinding[]])[] = [
		["Findings", proper.filter(isOnPath)],
		["On tables made at later stops", proper.filter(({ born, mixed }) => born !== undefined && mixed === undefined)],
		["With servers of two releases on one store", proper.filter(({ mixed }) => mixed !== undefined)],
		["Notes", found.filter(isNote)],
		["Known, and not counted", report.findings.filter(({ suppressed }) => suppressed !== undefined)],
	];
	return groups.filter(([, findings]) => findings.length > 0);
}

function dataOf({ data }: LongReport): string {
	if (data.length === 0) {
		return "";
	}
	const rows = data.map((risk) => {
		const charsets = [risk.written ?? "", risk.resolved, risk.inForce, risk.shown ?? "", risk.under].map(
			(each) => `<td>${words(each)}</td>`,
		);
		const wide = risk.wideRows === undefined ? "" : `${risk.wideRows} of ${risk.rows ?? risk.wideRows}`;
		const keys = (risk.sampleKeys ?? []).map((key) => `<code>${code(key)}</code>`).join(", ");
		return (
			`<tr><th scope="row">${words(`${risk.table}.${risk.column}`)}</th><td>${words(risk.what)}</td>` +
			`${charsets.join("")}<td class="number">${wide}</td><td>${keys}</td></tr>`
		);
	});
	const heads = ["column", "risk", "written", "resolved", "in force", "shown", "made under", "rows", "keys"]
		.map((each) => `<th scope="col">${each}</th>`)
		.join("");
	return (
		`<section id="data"><h2>Data at risk</h2><div class="scroll"><table><thead><tr>${heads}</tr></thead>` +
		`<tbody>${rows.join("")}</tbody></table></div></section>\n`
	);
}

function unjudgedOf(report: LongReport, statements: StatementsById): string {
	const rows = notJudgedKinds.flatMap((kind) =>
		[...unjudgedByReason(report, kind)].map(
			([reason, ids]) =>
				`<tr><td>${notJudgedWords[kind]}</td><td class="number">${ids.length}</td><td>${words(reason)}</td>` +
				`<td>${words(statements.places(ids))}</td></tr>`,
		),
	);
	return rows.length === 0
		? ""
		: '<section id="not-judged"><h2>Not judged</h2><div class="scroll"><table><thead><tr><th scope="col">kind</th>' +
				'<th scope="col" class="number">statements</th><th scope="col">reason</th><th scope="col">places</th></tr>' +
				`</thead><tbody>${rows.join("")}</tbody></table></div></section>\n`;
}

function listOf(title: string, list: readonly string[]): string {
	return list.length === 0
		? ""
		: `<section><h2>${title}</h2><ul>${list.map((each) => `<li>${words(each)}</li>`).join("")}</ul></section>\n`;
}

function rulesOf(report: LongReport, helps: RuleHelps | undefined): string {
	const rules = [...rulesIn(report).values()].map(
		(rule) =>
			`<details id="rule-${name(rule.rule)}" open><summary>${words(rule.rule)}, ${words(rule.release)}</summary>` +
			`<pre>${lines(helpOf(rule, helps).text)}</pre></details>`,
	);
	return rules.length === 0 ? "" : `<section id="rules"><h2>Rules</h2>${rules.join("\n")}</section>\n`;
}

function footOf(report: LongReport, { played, judged }: Tally): string {
	const redacted = report.redacted ? " Literals are cleaned: ?1 is the same value wherever it stands." : "";
	return (
		`<footer>Judged: ${judged} of ${played}. Not simulated: ${words(report.notSimulated)}. ` +
		`Exit code ${report.exitCode}.${redacted}</footer>\n`
	);
}
