/**
 * The quirks: what real servers were seen to do beside their documentation. The only list.
 *
 * In: the quirk pages beside this file. Out: which are in force at a release, and the rule book with them laid over
 * it. Two quirks of overlapping ranges never answer the same question, so their order does not matter.
 */
import { type Quirk, type ReleaseRange, RuleBook, holdsRelease } from "../../core/rules/index.ts";
import { bookOf } from "../index.ts";
import alterOldTablesAnyway from "./alter-old-tables-anyway.ts";
import anySwitchValue from "./any-switch-value.ts";
import appendEnumElementsOnly from "./append-enum-elements-only.ts";
import batchesOfIds from "./batches-of-ids.ts";
import binaryCollationOfNumbers from "./binary-collation-of-numbers.ts";
import borrowedVariableValues from "./borrowed-variable-values.ts";
import bytesPassUnconverted from "./bytes-pass-unconverted.ts";
import capitalCharsetsUnknown from "./capital-charsets-unknown.ts";
import capitalCollationsUnknown from "./capital-collations-unknown.ts";
import changeImpliesTheInheritedCharset from "./change-implies-the-inherited-charset.ts";
import changeImpliesTheServerCharset from "./change-implies-the-server-charset.ts";
import changeKeepsCharsetsOfOldTables from "./change-keeps-charsets-of-old-tables.ts";
import changeMakesTheConversionPermanent from "./change-makes-the-conversion-permanent.ts";
import charsetErrorTexts from "./charset-error-texts.ts";
import charsetNamesAsWritten from "./charset-names-as-written.ts";
import collationsFixed from "./collations-fixed.ts";
import columnCollationsFixed from "./column-collations-fixed.ts";
import columnsIgnoreTheTable from "./columns-ignore-the-table.ts";
import columnsListedByKind from "./columns-listed-by-kind.ts";
import columnsListedByLength from "./columns-listed-by-length.ts";
import compactJson from "./compact-json.ts";
import convertIsUnknown from "./convert-is-unknown.ts";
import convertTheDefaultOnly from "./convert-the-default-only.ts";
import copiesOfWhatIsRead from "./copies-of-what-is-read.ts";
import dataTruncatedUnsaid from "./data-truncated-unsaid.ts";
import databaseInExistingName from "./database-in-existing-name.ts";
import dropLoneCollations from "./drop-lone-collations.ts";
import earlyRecordMembers from "./early-record-members.ts";
import emptyListInCopies from "./empty-list-in-copies.ts";
import extraInPairError from "./extra-in-pair-error.ts";
import fewerTypeWords from "./fewer-type-words.ts";
import fiveCharsets from "./five-charsets.ts";
import fiveCharsetsListed from "./five-charsets-listed.ts";
import fixedDatabaseCharset from "./fixed-database-charset.ts";
import ignoreTableCharsetChanges from "./ignore-table-charset-changes.ts";
import inheritTheDatabaseCharset from "./inherit-the-database-charset.ts";
import keyAlreadyExist from "./key-already-exist.ts";
import latin1Variables from "./latin1-variables.ts";
import looseDatabaseComment from "./loose-database-comment.ts";
import mysqlCharsetsInSchema from "./mysql-charsets-in-schema.ts";
import mysqlDefaultCollations from "./mysql-default-collations.ts";
import narrowColumnChanges from "./narrow-column-changes.ts";
import newerVersionText from "./newer-version-text.ts";
import noAlterDatabase from "./no-alter-database.ts";
import noBinaryBehindCharsets from "./no-binary-behind-charsets.ts";
import noBinaryCharsetPrinted from "./no-binary-charset-printed.ts";
import noBinaryElements from "./no-binary-elements.ts";
import noEnumChanges from "./no-enum-changes.ts";
import noGlobalVariablesListed from "./no-global-variables-listed.ts";
import noNoteOfExistingTables from "./no-note-of-existing-tables.ts";
import noSilentChanges from "./no-silent-changes.ts";
import noTableFromSelect from "./no-table-from-select.ts";
import noTemporaryTables from "./no-temporary-tables.ts";
import oldAccountsTable from "./old-accounts-table.ts";
import oneChangeAnAlter from "./one-change-an-alter.ts";
import oneFlagForAll from "./one-flag-for-all.ts";
import pointReadsNameColumns from "./point-reads-name-columns.ts";
import printEveryCharset from "./print-every-charset.ts";
import schemataAllAlike from "./schemata-all-alike.ts";
import schemataFilledIn from "./schemata-filled-in.ts";
import tableCollationOfTheServer from "./table-collation-of-the-server.ts";
import tableFromSelectIsUnknown from "./table-from-select-is-unknown.ts";
import tablesWithoutCharset from "./tables-without-charset.ts";
import unknownSettingsIgnored from "./unknown-settings-ignored.ts";
import unknownVariableInSmallLetters from "./unknown-variable-in-small-letters.ts";
import unsignedBits from "./unsigned-bits.ts";
import unsignedYears from "./unsigned-years.ts";
import wrongElementsQuoted from "./wrong-elements-quoted.ts";
import rowsOfAnyLength from "./rows-of-any-length.ts";
import noBareBinaryCollation from "./no-bare-binary-collation.ts";
import convertKnowsNoUtf8mb4 from "./convert-knows-no-utf8mb4.ts";
import fewerTextFunctions from "./fewer-text-functions.ts";
import foreignKeysNotEnforced from "./foreign-keys-not-enforced.ts";
import yearsWithoutWidth from "./years-without-width.ts";

export const quirks: readonly Quirk[] = [
	columnsIgnoreTheTable,
	tablesWithoutCharset,
	fixedDatabaseCharset,
	inheritTheDatabaseCharset,
	convertIsUnknown,
	ignoreTableCharsetChanges,
	convertTheDefaultOnly,
	alterOldTablesAnyway,
	changeImpliesTheServerCharset,
	changeImpliesTheInheritedCharset,
	changeKeepsCharsetsOfOldTables,
	printEveryCharset,
	charsetNamesAsWritten,
	capitalCharsetsUnknown,
	fiveCharsets,
	dropLoneCollations,
	charsetErrorTexts,
	columnCollationsFixed,
	collationsFixed,
	extraInPairError,
	oneChangeAnAlter,
	narrowColumnChanges,
	appendEnumElementsOnly,
	noEnumChanges,
	changeMakesTheConversionPermanent,
	noAlterDatabase,
	noTemporaryTables,
	noSilentChanges,
	noTableFromSelect,
	fewerTypeWords,
	batchesOfIds,
	newerVersionText,
	earlyRecordMembers,
	unknownSettingsIgnored,
	oneFlagForAll,
	anySwitchValue,
	unknownVariableInSmallLetters,
	bytesPassUnconverted,
	copiesOfWhatIsRead,
	noBinaryCharsetPrinted,
	looseDatabaseComment,
	schemataFilledIn,
	schemataAllAlike,
	tableCollationOfTheServer,
	columnsListedByKind,
	columnsListedByLength,
	unsignedBits,
	binaryCollationOfNumbers,
	fiveCharsetsListed,
	mysqlCharsetsInSchema,
	mysqlDefaultCollations,
	noGlobalVariablesListed,
	databaseInExistingName,
	borrowedVariableValues,
	latin1Variables,
	oldAccountsTable,
	tableFromSelectIsUnknown,
	noBinaryElements,
	noBinaryBehindCharsets,
	capitalCollationsUnknown,
	emptyListInCopies,
	noNoteOfExistingTables,
	wrongElementsQuoted,
	dataTruncatedUnsaid,
	keyAlreadyExist,
	compactJson,
	unsignedYears,
	rowsOfAnyLength,
	yearsWithoutWidth,
	pointReadsNameColumns,
	foreignKeysNotEnforced,
	fewerTextFunctions,
	convertKnowsNoUtf8mb4,
	noBareBinaryCollation,
];

/** The quirks in force at a release. */
export function quirksOf(release: string): readonly Quirk[] {
	return quirks.filter(({ range }) => holdsRelease(range, release));
}

/** The rule book of a release as its servers were measured. */
export function bookAsMeasured(release: string): RuleBook {
	return quirksOf(release).reduce((book, each) => book.lay(each), bookOf(release));
}

/** A quirk as it is listed. */
interface QuirkDescription {
	readonly name: string;
	/** The releases it was seen in, as text. */
	readonly range: string;
	/** `hook: question, question`. */
	readonly questions: readonly string[];
	readonly note: string;
	readonly recordings: readonly string[];
}

export function describeQuirk(each: Quirk): QuirkDescription {
	const { name, range, note, recordings } = each;
	return {
		name,
		range: printRange(range),
		questions: questionsOf(each).map(({ hook, questions }) => `${hook}: ${questions.join(", ")}`),
		note,
		recordings,
	};
}

/** Which questions a quirk answers, by hook. */
export function questionsOf(each: Quirk): readonly { readonly hook: string; readonly questions: readonly string[] }[] {
	const book = RuleBook.root().lay(each);
	return [...new Set(each.changes.map(({ hook }) => hook.hook))].map((hook) => ({
		hook,
		questions: book.origins(hook).at(-1)?.questions ?? [],
	}));
}

function printRange({ from, to }: ReleaseRange): string {
	if (from === undefined) {
		return to === undefined ? "all" : `up to ${to}`;
	}
	return to === undefined ? `from ${from}` : from === to ? from : `${from} to ${to}`;
}

export function quirkNamed(name: string): Quirk | undefined {
	return quirks.find((each) => each.name === name);
}
