/**
 * docs/errors.md is made of the catalogue: `npm test -- --update errors` writes it, and without it differs where they
 * do.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { catalogue, type ErrorName } from "../../core/errors/catalogue.ts";
import { isUpdate, root } from "../root.ts";
import { occasions } from "./occasion.ts";

const path = join(root, "docs", "errors.md");

const introduction = `# Errors

Every mistake that verso answers: its code, its SQL state, its words (\`%s\` stands for names and values), and when it is raised. Words
are MySQL 5.7's where MySQL has the error; CHECK's are MySQL 8.0's. Warnings come from the same table. A rule of a release may refuse
in words of its own (code 1105).

This page is made of the catalogue (\`core/errors.ts\`): \`npm test -- --update errors\` writes it anew. A hundred and more of these
mistakes are made one by one in \`tests/errors/provoked.txt\`, with MySQL's answers.

| code | state | name | words | raised by |
|---|---|---|---|---|
`;

function cell(text: string): string {
	return text.replaceAll("|", "\\|").replaceAll("<", "&lt;");
}

function page(): string {
	const names = (Object.keys(catalogue) as ErrorName[]).sort(
		(a, b) => catalogue[a][0] - catalogue[b][0] || (a < b ? -1 : 1),
	);
	const rows = names.map((name) => {
		const [code, state, sentence] = catalogue[name];
		return `| ${code} | ${state} | ${name} | ${cell(sentence)} | ${cell(occasions[name] ?? "")} |\n`;
	});
	return introduction + rows.join("");
}

test("every error has a word on when it is raised", (t) => {
	const names = Object.keys(catalogue);
	t.deepEqual(
		names.filter((name) => !(name in occasions)),
		[],
	);
	t.deepEqual(
		Object.keys(occasions).filter((name) => !names.includes(name)),
		[],
	);
});

test("docs/errors.md lists the catalogue", (t) => {
	if (isUpdate || !existsSync(path)) {
		writeFileSync(path, page());
	}
	t.is(readFileSync(path, "utf8"), page());
});

test("a code has one state, and a state is five letters or digits", (t) => {
	const states = new Map<number, Set<string>>();
	for (const [code, state] of Object.values(catalogue)) {
		t.regex(state, /^[0-9A-Z]{5}$/);
		states.set(code, (states.get(code) ?? new Set()).add(state));
	}
	t.deepEqual(
		[...states].filter(([, all]) => all.size > 1).map(([code]) => code),
		[],
	);
});
