/**
 * Reference pages made from the code: settings, exit codes, HTTP interface, errors and hooks.
 */
import { describeInterface } from "../../apps/http/openapi.ts";
import { exitCodes } from "../../apps/cli/exit-code.ts";
import {
	behaviourSettings,
	directorySettings,
	environmentName,
	type Setting,
	serverSettings,
} from "../../apps/cli/setting.ts";
import { catalogue, type ErrorName } from "../../core/errors/catalogue.ts";
import { bookOf, newestRelease } from "../../plugins/index.ts";
import { factTypes, hookSections } from "./hook-page.ts";
import { occasions } from "../errors/occasion.ts";
import { rehearsalSections } from "./rehearsal-page.ts";
import { ruleSections } from "./rules-page.ts";

const generated = "<!-- Made from the code by `npm run reference`: edit the code. -->";

/** The text of each page by its name in `docs/reference`. */
export async function referencePages(): Promise<ReadonlyMap<string, string>> {
	return new Map([
		["settings.md", settingsPage()],
		["exit-codes.md", exitCodesPage()],
		["http.md", httpPage()],
		["errors.md", errorsPage()],
		["hooks.md", hooksPage()],
		["rules.md", await rulesPage()],
		["rehearsal-report.md", rehearsalPage()],
	]);
}

function settingsPage(): string {
	const network = serverSettings.filter(
		(each) => !behaviourSettings.includes(each) && !directorySettings.includes(each),
	);
	const switches = bookOf(newestRelease).switches();
	return page(
		"Settings",
		`Every setting is a flag, an environment variable and a key of the configuration file (\`--config\`, TOML; the key is the
flag's name without dashes in front). Flags win over environment over file over defaults. A flag without a value is on;
as a variable it is on for \`1\`, \`true\`, \`on\` and \`yes\`, off for \`0\`, \`false\`, \`off\` and \`no\`. Lists
are separated by commas in a variable.`,
		"## Behaviour\n\nFor every command that opens a database.\n",
		settingsTable(behaviourSettings),
		"## Data and log\n\nFor `serve` and `run`. `run` keeps its data in memory unless it is told a directory; `--memory` says so whatever\nvariable or configuration file name one.\n",
		settingsTable(directorySettings),
		"## Server\n\nFor `serve`.\n",
		settingsTable(network),
		`## Switches of rules\n\nDeclared by the rules in force, here at ${newestRelease}; older releases have fewer.\n`,
		table(
			["name", "given as", "scope", "default", "what it does"],
			switches.map(({ name, surface, scope = "", default: value, about }) => [
				`\`${name}\``,
				surface,
				scope,
				value ? "on" : "off",
				about,
			]),
		),
	);
}

function settingsTable(settings: readonly Setting[]): string {
	return table(
		["flag", "variable", "default", "what it does"],
		settings.map((setting) => [
			`\`${setting.flags}\``,
			`\`${environmentName(setting)}\``,
			defaultOf(setting),
			`${setting.about}` +
				(setting.choices === undefined ? "" : ` (${setting.choices.map((each) => `\`${each}\``).join(", ")})`),
		]),
	);
}

function defaultOf({ default: value, kind }: Setting): string {
	if (value === undefined || (Array.isArray(value) && value.length === 0)) {
		return "";
	}
	return kind === "flag" ? "off" : `\`${String(value)}\``;
}

function exitCodesPage(): string {
	return page(
		"Exit codes",
		"Failures are one sentence on stderr, results go to stdout.",
		table(
			["command", "code", "meaning"],
			exitCodes.map(({ command, code, meaning }) => [
				command.startsWith("every") ? command : `\`verso ${command}\``,
				String(code),
				meaning,
			]),
		),
	);
}

function hooksPage(): string {
	return page(
		"Hooks",
		`The questions that the kernel asks of rules, hook by hook in the order in which a table's life meets them, with their
facts and answers. How to write a rule: [the guide](../guides/plugin.md). A method answers with \`super\` what it does not
change; where a refusal is an answer, a warning is one, too. Every hook may declare \`switches()\`.`,
		...hookSections(),
		"## Facts\n\nPlain data, copied from the catalog.\n",
		factTypes(),
	);
}

async function rulesPage(): Promise<string> {
	return page(
		"Rules",
		`Every rule of the releases and every quirk: why it is there, an example, ways out of what it breaks. The
examples were played when this page was made. \`verso explain NAME\` prints the same; \`verso explain scope\` what no
rule simulates.`,
		...(await ruleSections()),
	);
}

interface Operation {
	readonly summary: string;
	readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: object }>>;
}

function httpPage(): string {
	const { paths } = describeInterface("") as { readonly paths: Readonly<Record<string, Record<string, Operation>>> };
	const rows = Object.entries(paths).flatMap(([path, operations]) =>
		Object.entries(operations).map(([method, { summary, responses }]) => [
			`\`${method.toUpperCase()} ${path}\``,
			summary,
			Object.entries(responses)
				.map(([code, { description, content }]) => `${code}: ${description}${typeOf(content)}`)
				.join(" "),
		]),
	);
	return page(
		"HTTP interface",
		`Listens beside the MySQL protocol (\`--http-port\`, 10080). Requests from a foreign host,
origin or site are refused with 403, those without the token of \`--http-token\` with 401. The
same as a document for programs: \`GET /openapi.json\` (OpenAPI 3.1).`,
		table(["request", "what it does", "responses"], rows),
	);
}

function typeOf(content: object | undefined): string {
	return content === undefined ? "" : ` (${Object.keys(content).join(", ")})`;
}

function errorsPage(): string {
	const names = (Object.keys(catalogue) as ErrorName[]).sort(
		(a, b) => catalogue[a][0] - catalogue[b][0] || (a < b ? -1 : 1),
	);
	return page(
		"Errors",
		`Every error that verso returns: its code, SQL state and message (\`%s\` stands for names and values), and when it is
raised. Messages are MySQL 5.7's where MySQL has the error; those of CHECK are MySQL 8.0's. Warnings come from the same
table. A rule of a release may refuse with a message of its own (code 1105). The catalogue is
\`core/errors/catalogue.ts\`; more than a hundred of these mistakes are made one by one in \`tests/errors/provoked.txt\`,
beside MySQL's answers.`,
		table(
			["code", "state", "name", "message", "raised by"],
			names.map((name) => {
				const [code, state, sentence] = catalogue[name];
				return [String(code), state, name, sentence, occasions[name] ?? ""];
			}),
		),
	);
}

function rehearsalPage(): string {
	return page(
		"The report of a rehearsal",
		`\`verso rehearse --report json\` prints this; every other kind of report is printed from it. Its schema (JSON Schema,
draft 2020-12) is in the npm package: \`verso-db/rehearsal.schema.json\`. \`"format": 1\` stays while members are only
added. The same input gives the same bytes.`,
		...rehearsalSections().flatMap(({ title, about, rows }) => [
			`## ${title}\n\n${about}\n`,
			table(["member", "type", "what it is"], rows),
		]),
		`## Kinds of reports

\`--report KIND\` goes to standard output, \`--report KIND=FILE\` into a file, which is written whole. Without one on
standard output the text goes there. \`text\` and \`github\` may stand there together.
`,
		table(
			["kind", "what it is"],
			[
				["`text`", "one screen: each cause once; `--all` every statement"],
				["`json`", "this format, an element of a list a line"],
				["`sarif`", "SARIF 2.1.0: `ruleId` is the rule; help, edits as fixes, fingerprints, suppressions"],
				[
					"`junit`",
					"JUnit XML: a suite a stop, a case a statement; what `--fail-on` counts fails, the unjudged is skipped",
				],
				["`github`", "annotations of GitHub Actions, the first statement of each cause first"],
				["`markdown`", "for a pull request: at most 60 kB, findings unfold"],
				["`html`", "one file, which loads nothing: findings, a matrix of statements by stops, a filter in the address"],
			],
		),
		`## What counts

\`--fail-on\` names the least grave class that gives exit code 1, graver ones included: \`break\`, \`effect\` (an accepted statement does
nothing any more), \`difference\` (of rows, counts and effects: the default), \`note\`, \`never\`. Exit code 2: nothing
could be judged.

\`--write-baseline FILE\` writes the findings, \`--baseline FILE\` suppresses those that it has and tells those that are
gone. Its entries may have a \`reason\` and an \`until\` (\`2027-01-31\`): a suppression, also that of an ignore comment,
ends behind that day, and the finding counts again.

## Redaction

\`--redact\` puts placeholders for values: literals and comments of statements, values in messages and warnings, rows of
answers, keys, defaults and elements of types. \`?1\` is the same value everywhere. Names stay: of files, databases,
tables, columns, sessions, rules. A text that is no SQL becomes a placeholder as a whole.
`,
	);
}

function page(title: string, ...sections: readonly string[]): string {
	return `# ${title}\n\n${generated}\n\n${sections
		.join("\n")
		.replace(/\n(?=\| |##+ )/g, "\n\n")
		.replace(/\|\n\n\|/g, "|\n|")
		.replace(/\n{3,}/g, "\n\n")}`;
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
	const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(" | ")} |\n`;
	return `${line(heads)}|${"---|".repeat(heads.length)}\n${rows.map(line).join("")}`;
}

function cell(text: string): string {
	const escaped = text.replaceAll("|", "\\|");
	return escaped.includes("`") ? escaped : escaped.replaceAll("<", "&lt;");
}
