/**
 * Sections of a page that runs of the bench write: what stands between `<!-- name -->` and `<!-- /name -->`.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";

/** Headings become those of a section. */
export function demote(report: string): string {
	return report.replace(/^#/gm, "##");
}

/** @throws {Error} Where the page has no such section. */
export function replaceSection(page: string, name: string, text: string): string {
	const opening = `<!-- ${name} -->`;
	const start = page.indexOf(opening);
	const end = page.indexOf(`<!-- /${name} -->`);
	if (start < 0 || end < start) {
		throw new Error(`the page has no section ${opening}`);
	}
	return `${page.slice(0, start + opening.length)}\n${text.trim()}\n${page.slice(end)}`;
}

/** On standard output, and in the page where one is named; a page that isn't there becomes the report. */
export function writeSection(path: string | undefined, name: string, report: string): void {
	process.stdout.write(report);
	if (path === undefined) {
		return;
	}
	const page = existsSync(path) ? readFileSync(path, "utf8") : "";
	writeFileSync(path, page.includes(`<!-- ${name} -->`) ? replaceSection(page, name, demote(report)) : report);
}
