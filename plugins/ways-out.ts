/**
 * Ways out that the guides of several rules share: of refused changes of charsets, of refused characters.
 */
import type { WayOut } from "../core/rules/index.ts";

const otherCharset = { codes: [1105], message: /^unsupported modify column charset (\S*) not match origin (\S+)$/ };
const narrowing = { codes: [1105], message: /^unsupported modify charset from (\S+) to (\S+)$/ };
const otherCollation = { codes: [1105], message: /^unsupported modify collate from (\S*) to (\S+)$/ };
const otherColumnCollation = {
	codes: [1105],
	message: /^unsupported modify column collate (\S*) not match origin (\S+)$/,
};
const wideCharacter = { codes: [1366], message: /^incorrect utf8 value / };
export const syntaxErrors = { codes: [1064] };

const refusedByReplicas = "a MySQL replica, which has the check, refuses the rows";

/** Of a CHANGE or MODIFY whose charset, named or implied, is not the column's: in the words of 2.1.2 and before. */
export const nameTheOriginalCharset: WayOut = {
	when: otherCharset,
	text: "name the charset that the column has: CHARACTER SET {2}",
	step: { kind: "edit", edit: "name-charset", charset: "{2}" },
};

/** Of what is made or changed in another charset than at an earlier release. */
export const nameTheFormerCharset: WayOut = {
	text: "name the charset that the columns had: CHARACTER SET {former charset}",
	price: "a column of utf8 refuses characters of four bytes from 2.1.2 on",
	priceOf: "utf8",
	step: { kind: "edit", edit: "name-charset", charset: "{former charset}" },
};

/** Of a table or a database that is made without a clause. */
export const nameTheFormerCharsets: WayOut = {
	text: "name the charset that it had, behind columns and table or database: {former charset}",
	price: "a column of utf8 refuses characters of four bytes from 2.1.2 on",
	priceOf: "utf8",
	step: { kind: "edit", edit: "name-charsets", charset: "{former charset}" },
};

/** Where the statement names another charset than the column's, and the server's is the column's. */
export const leaveTheOtherCharsetOut: WayOut = {
	when: otherCharset,
	text: "leave CHARACTER SET out",
	price: "the column keeps its charset, and a later release may imply the table's",
	step: { kind: "edit", edit: "leave-charset-out" },
};

export const changeItFrom213On: WayOut = {
	when: otherCharset,
	text: "run it at 2.1.3 or later, where a CHANGE without a charset means the table's",
	step: { kind: "later" },
};

export const passBy211And212: WayOut = {
	when: otherCharset,
	text: "upgrade without a stop at 2.1.1 and 2.1.2",
	step: { kind: "path" },
};

/** Of the same from 2.1.3 on, where the column is utf8mb4 and its table is not: no other charset becomes utf8mb4. */
export const convertTheTableFirst: WayOut = {
	when: { codes: [1105], message: /^unsupported modify charset from utf8mb4 to (\S+)$/ },
	text: "convert the table before: ALTER TABLE {table} CONVERT TO CHARACTER SET utf8mb4",
	price: "columns that are added later are utf8mb4, too, and a MySQL replica rewrites the table",
	step: { kind: "before", statement: "ALTER TABLE {table} CONVERT TO CHARACTER SET utf8mb4" },
};

export const nameTheColumnCharset: WayOut = {
	when: narrowing,
	text: "name the charset that the column has: CHARACTER SET {1}",
	step: { kind: "edit", edit: "name-charset", charset: "{1}" },
};

export const leaveTheCharsetOut: WayOut = {
	when: narrowing,
	text: "leave CHARACTER SET out",
	price: "the column keeps its charset",
	step: { kind: "edit", edit: "leave-charset-out" },
};

/** Where it names utf8, or a collation of it, for a column that is read as utf8mb4. */
export const writeUtf8mb4: WayOut = {
	when: narrowing,
	text: "write utf8mb4 for utf8",
	price: "the column is utf8mb4 from then on, whatever the key says",
	step: { kind: "edit", edit: "replace", pattern: /\butf8(?=_\w|\b)/gi, replacement: "utf8mb4" },
};

/** Of a change of collation within a charset. */
export const leaveTheCollationOut: WayOut = {
	when: otherCollation,
	text: "leave COLLATE out",
	price: "the collation is not the one that was asked for",
	step: { kind: "edit", edit: "leave-collation-out" },
};

export const leaveTheColumnCollationOut: WayOut = {
	when: otherColumnCollation,
	text: "leave COLLATE out",
	price: "the column keeps its collation",
	step: { kind: "edit", edit: "leave-collation-out" },
};

/** Of a character of four bytes that a utf8 column refuses. */
export const changeTheColumnToUtf8mb4: WayOut = {
	when: wideCharacter,
	from: "2.1.3",
	text: "change the column to utf8mb4 before",
	price: "a MySQL replica rewrites the table; a key over the column takes a third more bytes",
	step: {
		kind: "before",
		statement: "ALTER TABLE {table} CHANGE COLUMN {column} {column} {definition utf8mb4}",
	},
};

export const skipTheCheckOfValues: WayOut = {
	when: wideCharacter,
	text: "skip the check in the session: SET @@session.db_skip_utf8_check = 1",
	price: `${refusedByReplicas}; bytes that are no UTF-8 pass, too`,
	step: { kind: "before", statement: "SET @@session.db_skip_utf8_check = 1" },
};

export const switchTheCheckOffInTheFile: WayOut = {
	when: wideCharacter,
	from: "2.1.3",
	text: "switch the check off: check-mb4-value-in-utf8 = false in config.toml",
	price: `${refusedByReplicas}; every server is restarted`,
	step: { kind: "switch", name: "check-mb4-value-in-utf8", value: false },
};

export const switchTheCheckOffInTheSession: WayOut = {
	when: wideCharacter,
	from: "2.1.5",
	text: "switch the check off in the session: SET @@session.db_check_mb4_value_in_utf8 = 0",
	price: refusedByReplicas,
	step: { kind: "before", statement: "SET @@session.db_check_mb4_value_in_utf8 = 0" },
};

export const readOldTablesAsUtf8mb4: WayOut = {
	when: wideCharacter,
	text: "upgrade to 2.1.7 at once: with treat-old-version-utf8-as-utf8mb4 on it reads older utf8 columns as utf8mb4",
	price: `${refusedByReplicas}; columns made at 2.1.7 in utf8 refuse them all the same`,
	step: { kind: "path" },
};

export const writeItFrom217On: WayOut = {
	when: wideCharacter,
	text: "write it at 2.1.7, with treat-old-version-utf8-as-utf8mb4 on as by default",
	price: refusedByReplicas,
	step: { kind: "later" },
};

/** Of what is refused since old utf8 is read as utf8mb4. */
export const readOldTablesAsTheyAre: WayOut = {
	text: "read old tables as they are: treat-old-version-utf8-as-utf8mb4 = false in config.toml",
	price: "utf8 columns of older releases refuse characters of four bytes again; every server is restarted",
	step: { kind: "switch", name: "treat-old-version-utf8-as-utf8mb4", value: false },
};

/** Of rows that are chosen or ordered by another collation. */
export const giveColumnsTheirCollationAgain: WayOut = {
	text: "give the columns their collation again before: MODIFY ... COLLATE",
	price: "the columns are utf8mb4 from then on, and a MySQL replica rewrites the table",
	step: { kind: "before", statement: "{former collations}" },
};

export const nameTheFormerCollation: WayOut = {
	text: "name the collation behind the column, where it chooses or orders rows",
	price: "no index over the column serves it",
	step: { kind: "edit", edit: "name-collation" },
};

export const readOldTablesWithTheirCollation: WayOut = { ...readOldTablesAsTheyAre, when: otherCollation };

/** Of a name that is known in small letters only. */
export function writeInSmallLetters(name: string, codes: readonly number[]): WayOut {
	const anyCase = name.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
	return {
		when: { codes },
		text: `write ${name} in small letters`,
		// A text in small letters already is no edit.
		step: {
			kind: "edit",
			edit: "replace",
			pattern: new RegExp(`\\b(?!${name}\\b)${anyCase}\\b`, "g"),
			replacement: name,
		},
	};
}

/** Of what the server cannot do, and can be without. */
export function leaveTheStatementOut(when: WayOut["when"], price: string): WayOut {
	return {
		...(when === undefined ? {} : { when }),
		text: "leave the statement out",
		price,
		step: { kind: "edit", edit: "replace", pattern: /^[\s\S]*$/, replacement: "DO 0" },
	};
}

export const nameUtf8mb4BehindColumns: WayOut = {
	text: "name the charset behind each column when the table is made: CHARACTER SET utf8mb4",
	step: { kind: "edit", edit: "name-charset", charset: "utf8mb4" },
};
