/**
 * Kit: the hooks and page constructors that a plugin receives, so that it imports nothing but types.
 *
 * A plugin's default export is a function that takes the kit and returns a page.
 */
import { countCharacters } from "../types/text/characters.ts";
import { firstInvalidByte, firstWideCharacter } from "../types/text/utf8.ts";
import { decodeText, encodeText } from "../types/value/value.ts";
import { AlterValidation } from "./alter-validation.ts";
import { CharsetClause } from "./charset-clause.ts";
import { defaultCollation, filledPair, resolveClause } from "./clause.ts";
import { Configuration } from "./configuration.ts";
import { DefaultCharset } from "./default-charset.ts";
import { Diagnostics } from "./diagnostics.ts";
import { Grammar } from "./grammar.ts";
import { IdAllocation } from "./id-allocation.ts";
import { Identity } from "./identity.ts";
import { InsertCheck } from "./insert-check.ts";
import { Listing } from "./listing.ts";
import { MetadataRecord } from "./metadata-record.ts";
import { OptionReader } from "./setting/option.ts";
import { changed, type Page, page, pluginRelease } from "./page.ts";
import { refuse, refuseBytes } from "./refusal.ts";
import { compareReleases } from "./release.ts";
import { SchemaLoad } from "./schema-load.ts";
import { ShowCreate } from "./show-create.ts";
import { StatementCheck } from "./statement-check.ts";
import { SystemSchema } from "./system-schema.ts";
import { TableDefinition } from "./table-definition.ts";
import { Variables } from "./variables.ts";
import { allowedAs, soften, strictest, warn } from "./warned.ts";

/** Hooks, page constructors and checks of text. */
export const kit = Object.freeze({
	AlterValidation,
	CharsetClause,
	Configuration,
	DefaultCharset,
	Diagnostics,
	Grammar,
	IdAllocation,
	Identity,
	InsertCheck,
	Listing,
	MetadataRecord,
	SchemaLoad,
	ShowCreate,
	StatementCheck,
	SystemSchema,
	TableDefinition,
	Variables,
	page,
	changed,
	release: pluginRelease,
	options: new OptionReader().options,
	refuse,
	refuseBytes,
	warn,
	soften,
	allowedAs,
	strictest,
	resolveClause,
	filledPair,
	defaultCollation,
	compareReleases,
	encodeText,
	decodeText,
	countCharacters,
	firstInvalidByte,
	firstWideCharacter,
});

/** The type of the kit, for plugins in TypeScript. */
export type Kit = typeof kit;

/** @returns the kit of a plugin whose options were given: `options` reads them */
export function kitWith(reader: OptionReader): Kit {
	return Object.freeze({ ...kit, options: reader.options });
}

/**
 * The default export of a plugin's module.
 * @param kit hooks, page constructors and checks of text
 * @returns the plugin's page, made by `kit.page`
 * @example
 *     export default (kit) =>
 *       kit.page("mine", [kit.changed(kit.TableDefinition, rule, "Tables need a primary key.")]);
 */
export type Plugin = (kit: Kit) => Page;
