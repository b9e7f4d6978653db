/**
 * Names in a statement as far as a rehearsal needs them: the table that it works on, the column that it changes, and
 * all words that may be names.
 */
import { type ByteString, decodeText, quoteName } from "../../../core/index.ts";
import { bare } from "./kind.ts";

const name = "(?:`(?:[^`]|``)+`|[\\w$\\x80-\\xff]+)";
const qualified = `(${name}(?:\\s*\\.\\s*${name})?)`;
const target = new RegExp(
	`^\\s*(?:alter(?:\\s+ignore)?\\s+table|(?:insert|replace)(?:\\s+(?:low_priority|delayed|high_priority|ignore))*(?:\\s+into)?|` +
		`update(?:\\s+(?:low_priority|ignore))*|delete\\s+(?:\\w+\\s+)*?from|truncate(?:\\s+table)?|` +
		`create\\s+table(?:\\s+if\\s+not\\s+exists)?|load\\s+data[\\s\\S]*?into\\s+table)\\s+${qualified}`,
	"i",
);
const changedColumn = new RegExp(`\\b(?:change|modify)\\s+(?:column\\s+)?(${name})`, "i");

interface NamedObject {
	/** Without quotes; with its database where that is written. */
	readonly table?: string;
	readonly column?: string;
}

/** @param within - texts that run within it: they are asked where its own names none */
export function namesIn(text: ByteString, within: readonly ByteString[] = []): NamedObject {
	const texts = [text, ...within];
	const [table] = texts.flatMap((each) => target.exec(bare(each))?.[1] ?? []);
	const [column] = texts.flatMap((each) => changedColumn.exec(each)?.[1] ?? []);
	return {
		...(table === undefined ? {} : { table: unquoted(table) }),
		...(column === undefined ? {} : { column: unquoted(column) }),
	};
}

/** `a.b` as `` `a`.`b` ``. */
export function quotedName(name: string): string {
	return name.split(".").map(quoteName).join(".");
}

function unquoted(words: ByteString): string {
	return decodeText(words)
		.split(/\s*\.\s*/)
		.map((part) => (part.startsWith("`") ? part.slice(1, -1).replaceAll("``", "`") : part))
		.join(".");
}

const definition = new RegExp(
	`\\b(?:table|into|update|from|join|view|database|schema|index\\s+\\S+\\s+on)\\s+(?:if\\s+(?:not\\s+)?exists\\s+)?${qualified}`,
	"gi",
);

const isRenaming = /^\s*(?:rename\s+table|alter\s+table|create\s+(?:temporary\s+)?table)\b/i;
const renamed = new RegExp(
	`(?:\\bto|\\brename(?!\\s+(?:to|as|table|column|index|key)\\b)|\\blike)\\s+${qualified}`,
	"gi",
);

/** Names of tables and other objects in a statement, and in texts that run within it, in small letters. */
export function objectsIn(own: ByteString, within: readonly ByteString[] = []): ReadonlySet<string> {
	const found = new Set<string>();
	for (const text of [own, ...within]) {
		const names = isRenaming.test(bare(text))
			? [...text.matchAll(definition), ...text.matchAll(renamed)]
			: text.matchAll(definition);
		for (const [, words = ""] of names) {
			found.add(unquoted(words).split(".").at(-1)?.toLowerCase() ?? "");
		}
		const { table } = namesIn(text);
		if (table !== undefined) {
			found.add(table.split(".").at(-1)?.toLowerCase() ?? "");
		}
	}
	return found;
}

/** The same as `objectsIn`, and all else that may be a name of something. */
export function mentionedIn(own: ByteString, within: readonly ByteString[] = []): ReadonlySet<string> {
	const texts = [own, ...within].map((text) => decodeText(text).replace(/'(?:[^'\\]|\\.|'')*'/gs, " "));
	return wordsIn(texts.join(" "));
}

/** All words of a text that may be names, in small letters. */
export function wordsIn(text: string): ReadonlySet<string> {
	const words = text.match(/`(?:[^`]|``)+`|[\w$\x80-\uffff]+/g) ?? [];
	return new Set(
		words.map((word) => (word.startsWith("`") ? word.slice(1, -1).replaceAll("``", "`") : word).toLowerCase()),
	);
}
