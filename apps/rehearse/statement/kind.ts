/**
 * Kinds of statements by their first words, as far as a replay needs them: what sets up a session, what only reads.
 */
import type { ByteString } from "../../../core/index.ts";

/**
 * The text without the comments and blanks that it begins with; of a version comment what a server reads:
 * a log's statements often begin with a tag of the application.
 */
export function bare(text: ByteString): ByteString {
	const first = text.charAt(0);
	return /[a-z]/i.test(first) ? text : text.replace(lead, "");
}

const lead = /^(?:\s+|\/\*!\d*|\/\*(?!!)[\s\S]*?\*\/|--\s[^\n]*(?:\n|$)|#[^\n]*(?:\n|$))+/;

/** Sets up the session: has to run again before a statement that is tried on its own. */
export function isSetting(text: ByteString): boolean {
	return (
		/^\s*(set|use|prepare|deallocate|create\s+temporary)\b/i.test(bare(text)) && !/^\s*set\s+global\b/i.test(bare(text))
	);
}

/**
 * Returns a name for what a setting sets, where a later one of the same name replaces it: `use`, `set names`,
 * `set @x`.
 */
export function settingName(text: ByteString): string {
	const use = /^\s*use\b/i.test(bare(text)) ? "use" : undefined;
	const set = /^\s*set\s+(names\b|(?:session\s+|local\s+|@@(?:session\.|local\.)?)?@?[\w.`$]+)/i.exec(bare(text));
	// A list of settings is kept as it is: it may read what it sets.
	return use ?? (set !== null && !text.includes(",") ? `set ${(set[1] ?? "").toLowerCase()}` : text);
}

const verbs = new RegExp(
	`^(?:\\s|\\(|/\\*[\\s\\S]*?\\*/)*(?:select|insert|update|delete|replace|create|alter|drop|rename|truncate|set|show|use|begin|start|` +
		`commit|rollback|savepoint|release|lock|unlock|prepare|execute|deallocate|call|do|explain|desc|describe|analyze|` +
		`optimize|check|checksum|repair|load|grant|revoke|flush|kill|handler|help|with|values|table|xa|change|reset|purge|` +
		`install|uninstall|cache|binlog|shutdown|restart|clone|import|signal|resignal|get|delimiter|admin|trace)\\b`,
	"i",
);

/** It begins as a statement does; else it is no SQL, whatever a server says of its syntax. */
export function beginsAsStatement(text: ByteString): boolean {
	return verbs.test(bare(text));
}

/** DDL, which may change the catalog; also what may run one. Accounts are rows. */
export function isDefinition(text: ByteString): boolean {
	return /^\s*((create|alter|drop|rename)\b(?!\s+(user|role)\b)|(truncate|call|execute)\b)/i.test(bare(text));
}

/** Makes an object of others: a table under another name, a copy, a view. */
export function makesOfOthers(text: ByteString): boolean {
	return /^\s*(rename\s+table\b|alter\s+table\b.*\brename\b|create\b[^;]*?\b(like|select)\b)/is.test(bare(text));
}

/** Writes rows into the tables that it names, or has their triggers write into others. */
export function writesRows(text: ByteString): boolean {
	return /^\s*(insert|replace|update|load|delete)\b/i.test(bare(text));
}

/** Changes nothing in the catalog, and is right to. */
export function mayDoNothing(text: ByteString): boolean {
	return (
		/^\s*(truncate|call|execute)\b/i.test(bare(text)) ||
		/\bif\s+(not\s+)?exists\b|\bauto_increment\s*=|\b(en|dis)able\s+keys\b/i.test(text)
	);
}

/** Runs a program, which may have done something before it fails. */
export function runsProgram(text: ByteString): boolean {
	return /^\s*(call|execute)\b/i.test(bare(text));
}

/** Tables stay locked until the session unlocks them: no other session may write meanwhile. */
export function locksTables(text: ByteString): boolean {
	return /^\s*lock\s+tables?\b/i.test(bare(text));
}

export function unlocksTables(text: ByteString): boolean {
	return /^\s*unlock\s+tables?\b/i.test(bare(text));
}

/** Rows come in an order that the statement asks for; all others are compared as sets. */
export function hasOrder(text: ByteString): boolean {
	return /\border\s+by\b/i.test(text);
}

/** First words, for the kind of a finding: `insert`, `alter table`, `show create`. */
export function firstWords(text: ByteString): string {
	const [first = "", second = ""] = bare(text).trim().toLowerCase().split(/\s+/, 2);
	return /^(create|table|view|database|schema|index|unique|user|columns|tables)$/.test(second)
		? `${first} ${second}`
		: first;
}
