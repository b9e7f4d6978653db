/**
 * Ways out of what a rule breaks, as data: a rehearsal of an upgrade runs each, and says for how many it works.
 *
 * `text`, `statement` and `charset` hold places in braces, filled in for the statement that breaks:
 *
 *     {1}, {2}                what the brackets of `when.message` took
 *     {table}, {column}       names as the statement has them, quoted
 *     {definition utf8mb4}    the column's definition as the release shows it, with that character set
 *     {former charset}        the one that the columns had, which it makes or changes
 *     {former collations}     statements that give the columns that it reads the collations by which they were compared
 */

/** The thing that is tried. */
export type WayOutStep =
	/** The statement's own text, with a character set written behind every column type that has none. */
	| { readonly kind: "edit"; readonly edit: "name-charset"; readonly charset: string }
	/** The same, and behind a table or a database that is made and has no clause. */
	| { readonly kind: "edit"; readonly edit: "name-charsets"; readonly charset: string }
	/** The statement's own text without its COLLATE or its CHARACTER SET clauses. */
	| { readonly kind: "edit"; readonly edit: "leave-collation-out" | "leave-charset-out" }
	/** Its own text, with the collation by which they were compared behind columns that choose, join or order rows. */
	| { readonly kind: "edit"; readonly edit: "name-collation" }
	/** An ALTER TABLE of several changes as one ALTER TABLE a change, one after the other. */
	| { readonly kind: "edit"; readonly edit: "split-changes" }
	/** The statement's own text with a pattern replaced, as `String.replace` does. */
	| { readonly kind: "edit"; readonly edit: "replace"; readonly pattern: RegExp; readonly replacement: string }
	/** A statement before it, in its session. */
	| { readonly kind: "before"; readonly statement: string }
	/** A switch of the rules, from the configuration file at the start of the server. */
	| { readonly kind: "switch"; readonly name: string; readonly value: boolean | number | string }
	/** The same statement at a later release. */
	| { readonly kind: "later" }
	/** Another path to the same release. */
	| { readonly kind: "path" };

/** A way out. */
export interface WayOut {
	/** Refusals that it is a way out of. Without codes and message: of whatever the rule decides. */
	readonly when?: { readonly codes?: readonly number[]; readonly message?: RegExp };
	/** The first release that knows it; absent: each does. */
	readonly from?: string;
	/** An imperative: `write the character set that the column has: CHARACTER SET {2}`. */
	readonly text: string;
	/** Its cost or risk; absent: none. */
	readonly price?: string;
	/** The charset whose price it is, where the text has a place for one. */
	readonly priceOf?: string;
	readonly step: WayOutStep;
}

/** Explanation of a rule beside its note. */
export interface RuleGuide {
	/** Why the release has the rule, with its source. */
	readonly why: string;
	/**
	 * A script that shows before and after when it is played on the release before the rule and on the rule's own; that
	 * of a quirk without it and with it. Comments on lines of their own direct it:
	 *
	 *     -- upgrade [from RELEASE]        what stands above ran before the rule in both
	 *     -- config KEY = VALUE            the server has started with this key
	 *     -- restart                       the same rules on the same data
	 *     -- new session [with collation ID]
	 *     -- GET /schema/test/t            answers of the HTTP interface
	 *     -- POST /settings NAME=VALUE
	 */
	readonly example: string;
	/** Codes of the errors that come of the rule: those of its example are among them. */
	readonly errors?: readonly number[];
	readonly waysOut: readonly WayOut[];
	/** Something that the rule seems to decide, and does not. */
	readonly decidesNot?: string;
}
