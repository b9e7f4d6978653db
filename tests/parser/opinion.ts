/**
 * Compares the grammar of package node-sql-parser with the kernel's on the corpus, and prints
 * `docs/reference/parsers.md`.
 */
import { isDeepStrictEqual } from "node:util";
import { SqlError } from "../../core/errors/catalogue.ts";
import { plainMode } from "../../core/sql/parse/index.ts";
import { encodeText } from "../../core/types/value/value.ts";
import { createPackageParser } from "../../plugins/parser/index.ts";
import { bareTree, linesOf, parseOne } from "../sql/tree.ts";

/** `same`: the same tree. `refused`: 1064. `not carried`: read, but the kernel's tree would lose something. */
type Opinion = "same" | "read differently" | "not carried" | "refused";

const families = ["queries", "expressions", "changes", "definitions", "sessions", "comments", "recorded"] as const;

interface SecondOpinion {
	readonly family: string;
	readonly sql: string;
	readonly opinion: Opinion;
	/** The error message, if refused. */
	readonly words: string;
}

export function secondOpinions(): SecondOpinion[] {
	const parser = createPackageParser();
	return families.flatMap((family) =>
		linesOf(`${family}.txt`).map((sql) => ({ family, sql, ...opinionOf(sql, parser) })),
	);
}

function opinionOf(
	sql: string,
	parser: ReturnType<typeof createPackageParser>,
): Pick<SecondOpinion, "opinion" | "words"> {
	try {
		const statements = parser.parse(encodeText(sql), plainMode);
		const same =
			statements.length === 1 && isDeepStrictEqual(bareTree(statements[0]!.statement), bareTree(parseOne(sql)));
		return { opinion: same ? "same" : "read differently", words: "" };
	} catch (failure) {
		if (!(failure instanceof SqlError)) {
			throw failure;
		}
		return { opinion: failure.code === 1064 ? "refused" : "not carried", words: failure.message };
	}
}

const shownExamples = 40;

export function printOpinions(opinions: readonly SecondOpinion[]): string {
	const kinds: readonly Opinion[] = ["same", "read differently", "not carried", "refused"];
	const count = (family: string | undefined, kind: Opinion): number =>
		opinions.filter((each) => (family === undefined || each.family === family) && each.opinion === kind).length;
	const row = (name: string, family: string | undefined): string =>
		`| ${name} | ${kinds.map((kind) => count(family, kind)).join(" | ")} |`;
	const lacks = new Map<string, number>();
	for (const { words } of opinions.filter(({ opinion }) => opinion === "not carried")) {
		const what = /carry over (.*); start/.exec(words)?.[1] ?? words;
		lacks.set(what, (lacks.get(what) ?? 0) + 1);
	}
	const lines = [
		"# Two grammars",
		"",
		"verso has a SQL parser of its own. `--parser node-sql-parser` binds that package to the same interface",
		"(`core/sql/parser.ts`), through an adapter (`plugins/parser/`) that converts its syntax tree to the " +
			"kernel's. It is a",
		`second opinion: both read the corpus of the tests, ${opinions.length} statements that MySQL 5.7 ` +
			`accepts and that the kernel parses,`,
		"prints and parses again to the same tree.",
		"",
		"This page is written by `npm test -- parser --update`.",
		"",
		`| family | ${kinds.join(" | ")} |`,
		"|---|---:|---:|---:|---:|",
		...families.map((family) => row(family, family)),
		row("**all**", undefined),
		"",
		"Why the kernel's own is the default: it reads all of them, 30 to 80 times as fast " +
			"(docs/decisions/own-parser.md); it",
		"keeps what was written, such as the text of a column, the case of a name and all digits of a " +
			"number, which rules ask",
		"for; and its errors are MySQL's, with the near-text.",
		"",
		"## Read differently",
		"",
		"Statements that the package accepts and reads as something else, without an error:",
		"",
		...opinions.filter(({ opinion }) => opinion === "read differently").map(({ sql }) => `    ${sql}`),
		"",
		"## Not carried over",
		"",
		"Statements that the package reads, and the adapter refuses with error 1235 because something would be lost:",
		"",
		...[...lacks]
			.sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))
			.map(([what, times]) => `- ${what} (${times})`),
		"",
		"## Refused",
		"",
		`The first ${shownExamples} statements that the package cannot read:`,
		"",
		...opinions
			.filter(({ opinion }) => opinion === "refused")
			.slice(0, shownExamples)
			.map(({ sql }) => `    ${sql.length > 150 ? `${sql.slice(0, 150)} ...` : sql}`),
		"",
	];
	return lines.join("\n");
}
