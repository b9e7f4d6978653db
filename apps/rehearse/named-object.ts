/**
 * Names in a statement as far as a rehearsal needs them: the table that it works on, the column that it changes, and
 * all words that may be names.
 */
import { type ByteString, decodeText, quoteName } from "../../core/index.ts";

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

export function namesIn(text: ByteString): NamedObject {
	const table = target.exec(text)?.[1];
	const column = changedColumn.exec(text)?.[1];
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
	`\\b(?:table|into|update|from|join|view|database|schema)\\s+(?:if\\s+(?:not\\s+)?exists\\s+)?${qualified}`,
	"gi",
);

/** Names of tables and other objects in a statement, in small letters. */
export function objectsIn(text: ByteString): ReadonlySet<string> {
	const found = new Set<string>();
	for (const [, words = ""] of text.matchAll(definition)) {
		found.add(unquoted(words).split(".").at(-1)?.toLowerCase() ?? "");
	}
	const { table } = namesIn(text);
	if (table !== undefined) {
		found.add(table.split(".").at(-1)?.toLowerCase() ?? "");
	}
	return found;
}
