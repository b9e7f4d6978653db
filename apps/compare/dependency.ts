/**
 * Dependencies of a script's statements: those before a statement that its answer may depend on, by the names of
 * tables and other objects that they share.
 *
 *     create table a ...   ┐
 *     create table b ...   │ left out
 *     set names utf8       │ names no object: it may affect all that follow
 *     insert into a ...    ┘
 *     select * from a      needs the first, the third and the fourth
 *
 * Why: to prove a cause a script is played again, some ten times a pair of settings; a part of it is a tenth as long.
 * What the words miss (a view, a procedure) shows when the part answers otherwise than the whole, which is checked.
 */
import type { ByteString } from "../../core/index.ts";
import type { ScriptStatement } from "../cli/script.ts";

const name = "(?:`[^`]+`|[\\w$\\x80-\\xff]+)";
const objectName = `(${name}(?:\\s*\\.\\s*${name})?)`;
const definition = new RegExp(
	`\\b(?:table|view|database|schema|user|trigger|procedure|function|event)\\s+(?:if\\s+(?:not\\s+)?exists\\s+)?${objectName}`,
	"gi",
);
const newName = new RegExp(`\\b(?:to|as)\\s+${objectName}`, "gi");
/** Statements that affect those alone that name the same objects; all others may set up the session. */
const dataStatement =
	/^\s*(create|alter|drop|rename|truncate|insert|replace|update|delete|select|show|explain|desc|describe|load)\b/i;
const word = new RegExp(name, "g");

export class Dependencies {
	/** Names of objects in each statement. */
	readonly #names: readonly ReadonlySet<string>[];
	readonly #affectsAll: readonly boolean[];

	/** `past`: statements that ran before, whose objects are there. */
	constructor(statements: readonly ScriptStatement[], past: readonly ScriptStatement[] = []) {
		const objects = new Set([...past, ...statements].flatMap(({ text }) => definedIn(text)));
		this.#names = statements.map(({ text }) => new Set(wordsOf(text).filter((each) => objects.has(each))));
		this.#affectsAll = statements.map(({ text }, at) => this.#names[at]?.size === 0 || !dataStatement.test(text));
	}

	/** Returns the statements, in order, that the one may depend on, itself last. */
	of(statement: number): readonly number[] {
		const needed = new Set<string>(this.#names[statement]);
		const found = new Set([statement]);
		for (let size = -1; size !== needed.size; ) {
			size = needed.size;
			for (let at = statement - 1; at >= 0; at--) {
				const names = this.#names[at] as ReadonlySet<string>;
				if (!found.has(at) && (this.#affectsAll[at] === true || [...names].some((each) => needed.has(each)))) {
					found.add(at);
					names.forEach((each) => needed.add(each));
				}
			}
		}
		return [...found].sort((a, b) => a - b);
	}
}

/** Objects that a statement defines or renames; a word too many only makes a part of the script longer. */
function definedIn(text: ByteString): readonly string[] {
	const names = [...text.matchAll(definition), ...(/\brename\b/i.test(text) ? text.matchAll(newName) : [])];
	return names.map(([, found = ""]) => wordsOf(found).at(-1) ?? "");
}

function wordsOf(text: ByteString): readonly string[] {
	return (text.match(word) ?? []).map((each) => each.replaceAll("`", "").toLowerCase());
}
