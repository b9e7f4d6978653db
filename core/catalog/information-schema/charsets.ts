/**
 * CHARACTER_SETS, COLLATIONS and COLLATION_CHARACTER_SET_APPLICABILITY.
 */
import { charsets } from "../../types/text/charset.ts";
import { allCollations } from "../../types/collation/collation.ts";
import { define, yesOrNo } from "./definition.ts";

export const characterSets = define(
	"CHARACTER_SETS",
	"CHARACTER_SET_NAME:32 DEFAULT_COLLATE_NAME:32 DESCRIPTION:60 MAXLEN:bigint",
	({ listing }) =>
		listing
			.charsets(charsets, "schema")
			.map(({ name, defaultCollation, description, maxBytes }) => [name, defaultCollation, description, maxBytes]),
);

export const collationTable = define(
	"COLLATIONS",
	"COLLATION_NAME:32 CHARACTER_SET_NAME:32 ID:bigint IS_DEFAULT:3 IS_COMPILED:3 SORTLEN:bigint",
	({ listing }) =>
		listing
			.collations(allCollations())
			.map((each) => [each.name, each.charset, each.id, each.isDefault ? "Yes" : "", "Yes", each.sortLength]),
);

export const applicability = define(
	"COLLATION_CHARACTER_SET_APPLICABILITY",
	"COLLATION_NAME:32 CHARACTER_SET_NAME:32",
	({ listing }) =>
		allCollations()
			.filter((each) => listing.appliesTo(each))
			.map(({ name, charset }) => [name, charset]),
);

export const engineFacts = ["InnoDB", "DEFAULT", "Supports transactions, row-level locking, and foreign keys"] as const;

export const engines = define("ENGINES", "ENGINE:64 SUPPORT:8 COMMENT:80 TRANSACTIONS:3? XA:3? SAVEPOINTS:3?", () => [
	[...engineFacts, yesOrNo(true), yesOrNo(true), yesOrNo(true)],
]);
