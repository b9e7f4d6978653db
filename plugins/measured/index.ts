/**
 * The quirks: what real servers were seen to do beside their documentation. The only list.
 *
 * In: the quirk pages beside this file. Out: which are in force at a release, and the rule book with them laid over it. Two
 * quirks of overlapping ranges never answer the same question, so their order does not matter.
 */
import { type Quirk, type RuleBook, holdsRelease } from "../../core/rules/index.ts";
import { bookOf } from "../index.ts";
import alterOldTablesAnyway from "./alter-old-tables-anyway.ts";
import capitalCharsetsUnknown from "./capital-charsets-unknown.ts";
import changeImpliesTheInheritedCharset from "./change-implies-the-inherited-charset.ts";
import changeImpliesTheServerCharset from "./change-implies-the-server-charset.ts";
import changeKeepsCharsetsOfOldTables from "./change-keeps-charsets-of-old-tables.ts";
import changeMakesTheConversionPermanent from "./change-makes-the-conversion-permanent.ts";
import charsetErrorTexts from "./charset-error-texts.ts";
import charsetNamesAsWritten from "./charset-names-as-written.ts";
import collationsFixed from "./collations-fixed.ts";
import columnCollationsFixed from "./column-collations-fixed.ts";
import columnsIgnoreTheTable from "./columns-ignore-the-table.ts";
import convertIsUnknown from "./convert-is-unknown.ts";
import convertTheDefaultOnly from "./convert-the-default-only.ts";
import dropLoneCollations from "./drop-lone-collations.ts";
import extraInPairError from "./extra-in-pair-error.ts";
import fiveCharsets from "./five-charsets.ts";
import fixedDatabaseCharset from "./fixed-database-charset.ts";
import ignoreTableCharsetChanges from "./ignore-table-charset-changes.ts";
import inheritTheDatabaseCharset from "./inherit-the-database-charset.ts";
import narrowColumnChanges from "./narrow-column-changes.ts";
import oneChangeAnAlter from "./one-change-an-alter.ts";
import printEveryCharset from "./print-every-charset.ts";
import tablesWithoutCharset from "./tables-without-charset.ts";

export const quirks: readonly Quirk[] = [
	columnsIgnoreTheTable, tablesWithoutCharset, fixedDatabaseCharset, inheritTheDatabaseCharset, convertIsUnknown,
	ignoreTableCharsetChanges, convertTheDefaultOnly, alterOldTablesAnyway, changeImpliesTheServerCharset,
	changeImpliesTheInheritedCharset, changeKeepsCharsetsOfOldTables, printEveryCharset, charsetNamesAsWritten,
	capitalCharsetsUnknown, fiveCharsets, dropLoneCollations, charsetErrorTexts, columnCollationsFixed, collationsFixed,
	extraInPairError, oneChangeAnAlter, narrowColumnChanges, changeMakesTheConversionPermanent,
];

/** The quirks in force at a release. */
export function quirksOf(release: string): readonly Quirk[] {
	return quirks.filter(({ range }) => holdsRelease(range, release));
}

/** The rule book of a release as its servers were measured. */
export function bookAsMeasured(release: string): RuleBook {
	return quirksOf(release).reduce((book, each) => book.lay(each), bookOf(release));
}

export function quirkNamed(name: string): Quirk | undefined {
	return quirks.find((each) => each.name === name);
}
