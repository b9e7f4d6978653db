/**
 * Reference page of hooks, made from their classes: questions with their facts and answers, and the facts' types.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { hooks } from "../../core/rules/index.ts";
import { root } from "../root.ts";

const folder = join(root, "core", "rules");

/** The sections of the page. */
export function hookSections(): readonly string[] {
	const sources = readdirSync(folder)
		.filter((name) => name.endsWith(".ts"))
		.map((name) => readFileSync(join(folder, name), "utf8"));
	return hooks.flatMap(({ hook, name, answers }) => {
		const source = sources.find((text) => text.includes(`class ${name} extends Hook`)) ?? "";
		const questions = Object.keys(answers).filter((each) => each !== "switches");
		return [
			`## \`${hook}\`\n\n${wrapped(`Class \`${name}\` of the kit. ${headerOf(source)}`)}\n`,
			`\`\`\`ts\n${questions.map((question) => signatureOf(source, question)).join("\n")}\n\`\`\`\n`,
			`${questions.map((question) => wrapped(`- \`${question}\`: ${docOf(source, question)}`, "  ")).join("\n")}\n`,
			...typesIn(source),
		];
	});
}

/** The types that facts have. */
export function factTypes(): string {
	const source = readFileSync(join(folder, "facts.ts"), "utf8");
	return codeOf(source.slice(source.indexOf("/** The charset facts")));
}

/** Types that a hook's own file declares. */
function typesIn(source: string): readonly string[] {
	const declared = [
		...source.matchAll(/^(?:\/\*\*(?:[^*]|\*(?!\/))*\*\/\n)?export (?:interface [\s\S]*?^\}$|type [^;]*;$)/gm),
	];
	return declared.length === 0 ? [] : [codeOf(declared.map(([text]) => text).join("\n\n"))];
}

function codeOf(text: string): string {
	return `\`\`\`ts\n${text.replace(/^export /gm, "").trim()}\n\`\`\`\n`;
}

/** The file's description, without the hook's name in front. */
function headerOf(source: string): string {
	const text = textOf(/^\/\*\*([\s\S]*?)\*\//.exec(source)?.[1] ?? "").replace(/^Hook [\w-]+: /, "");
	return text.charAt(0).toUpperCase() + text.slice(1);
}

function signatureOf(source: string, question: string): string {
	const [, facts = "", answer = ""] = declarationOf(source, question) ?? [];
	// A fact that the method takes apart.
	const named = facts
		.replace(/\{[^}]*\}(?=: \w*([A-Z][a-z]+))/g, (_all, word: string) => word.toLowerCase())
		.split(/,\s*(?![^<]*>)/)
		.map((fact) => fact.trim().replace(/^_/, ""))
		.filter((fact) => fact !== "");
	return `${question}(${named.join(", ")}): ${answer.trim()}`;
}

/** The comment's parts: the sentence, the facts that it explains, the answer. */
function docOf(source: string, question: string): string {
	const [opening = "", ...tags] = textOf(declarationOf(source, question)?.[3] ?? "").split(/(?:^|\s)@/);
	const facts = tags.filter((tag) => tag.startsWith("param ")).map((tag) => tag.replace(/^param _?(\w+) /, "`$1`: "));
	const answer = tags.find((tag) => tag.startsWith("returns "))?.slice("returns ".length);
	const parts = [opening, ...facts].filter((part) => part.trim() !== "");
	if (answer !== undefined) {
		parts.push(parts.length === 0 ? answer : `Answer: ${answer}`);
	}
	return parts
		.map((part) => part.trim())
		.map((part) => (/[.!?]$/.test(part) ? part : `${part}.`))
		.join(" ");
}

/** Facts, answer and comment of a method. */
function declarationOf(source: string, question: string): readonly string[] | undefined {
	const method = new RegExp(
		`^\\t(?:override )?${question}\\(([\\s\\S]*?)\\): ([\\s\\S]{1,300}?) \\{\\n\\t\\t`,
		"m",
	).exec(source);
	if (method === null) {
		return undefined;
	}
	const before = source.slice(0, method.index);
	const comment = /\/\*\*((?:[^*]|\*(?!\/))*)\*\/\n$/.exec(before)?.[1] ?? "";
	return [question, method[1] ?? "", method[2] ?? "", comment];
}

/** A comment's words. */
function textOf(comment: string): string {
	return comment
		.split("\n")
		.map((line) => line.replace(/^\s*\* ?/, "").trim())
		.join(" ")
		.replace(/ {2,}/g, " ")
		.trim();
}

const widest = 120;

function wrapped(text: string, indent = ""): string {
	const lines: string[] = [];
	let line = "";
	for (const word of text.split(" ")) {
		if (line !== "" && line.length + 1 + word.length > widest) {
			lines.push(line);
			line = indent + word;
		} else {
			line = line === "" ? word : `${line} ${word}`;
		}
	}
	return [...lines, line].join("\n");
}
