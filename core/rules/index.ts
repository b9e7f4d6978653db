/**
 * Public interface of the rules for plugins and apps: hooks, page constructors, the rule book.
 */
export { AlterValidation } from "./alter-validation.ts";
export { RuleBook, hooks } from "./book.ts";
export type { ReleaseBooks } from "./release-books.ts";
export type { Origin } from "./layers.ts";
export { PageRefused } from "./rule-check.ts";
export { CharsetClause, type ClausePlace } from "./charset-clause.ts";
export {
	canonicalCharset,
	charsetOfCollation,
	defaultCollation,
	filledPair,
	isCharset,
	isWritten,
	resolveClause,
} from "./clause.ts";
export { Configuration } from "./configuration.ts";
export { DefaultCharset } from "./default-charset.ts";
export type {
	BirthFacts,
	CharsetPair,
	Clause,
	ColumnChange,
	ColumnDefinitionFacts,
	ColumnFacts,
	ColumnShape,
	DatabaseFacts,
	ShapedColumn,
	ShapedForeignKey,
	ShapedIndex,
	Surroundings,
	TableChange,
	TableChangeKind,
	TableFacts,
	TableOutcome,
	TableShape,
} from "./facts.ts";
export { Diagnostics } from "./diagnostics.ts";
export { factNames } from "./fact-name.ts";
export { Grammar, type TypeWords } from "./grammar.ts";
export { Hook, type HookClass, type Rule } from "./hook.ts";
export { IdAllocation } from "./id-allocation.ts";
export { Identity } from "./identity.ts";
export {
	type CheckScope,
	InsertCheck,
	type RuleRow,
	type RuleValue,
	skipUtf8Check,
	widestCharacterBytes,
} from "./insert-check.ts";
export { type Kit, type Plugin, kit, kitWith } from "./kit.ts";
export { type ListedCharset, type ListedCollation, type ListedColumn, type ListedLengths, Listing } from "./listing.ts";
export type { JsonValue } from "./answer.ts";
export { MetadataRecord } from "./metadata-record.ts";
export { type Change, type Page, type Quirk, type ReleasePage, changed, page, quirk, release } from "./page.ts";
export {
	OptionReader,
	OptionRefused,
	type OptionSchema,
	type OptionSchemas,
	type OptionValues,
	type PageOption,
	takenBy,
} from "./setting/option.ts";
export { Refusal, refuse, refuseBytes } from "./refusal.ts";
export { type ReleaseRange, compareReleases, holdsRelease, overlaps } from "./release.ts";
export { SchemaLoad } from "./schema-load.ts";
export { ShowCreate } from "./show-create.ts";
export { isSwitchValue, parseSwitchValue, type Settings, type Switch, type SwitchValue } from "./setting/switch.ts";
export { StatementCheck, type StatementFacts, type StatementObject } from "./statement-check.ts";
export { type ShownColumn, SystemSchema } from "./system-schema.ts";
export { TableDefinition } from "./table-definition.ts";
export { Variables } from "./variables.ts";
export { type AskedQuestion, type Observer, RuleTrace } from "./trace.ts";
export type { RuleGuide, WayOut, WayOutStep } from "./guide/way-out.ts";
export { allowedAs, granted, soften, strictest, warn, Warned, type WarningSink } from "./warned.ts";
export { bytewiseCollation } from "../types/collation/collation.ts";
export { firstInvalidByte, firstWideCharacter } from "../types/text/utf8.ts";
export { type ByteString, type Value, encodeText } from "../types/value/value.ts";
