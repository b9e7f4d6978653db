/**
 * SCHEMATA: databases.
 */
import { computedDatabases } from "../computed-database.ts";
import type { CharsetPair } from "../record.ts";
import { define, text } from "./definition.ts";
import { byName, isWanted, type Sources } from "./sources.ts";

/** The catalog name of the SQL standard, which MySQL does not use. */
export const catalogName = "def";

const systemPair: CharsetPair = { charset: "utf8", collation: "utf8_general_ci" };

/** Databases visible to the account, with the pair for their tables, by name. */
export function allDatabases({ schema, providers }: Sources): readonly ({ readonly name: string } & CharsetPair)[] {
	const sight = providers.sight();
	const computed = computedDatabases
		.filter((name) => sight.seesDatabase(name))
		.map((name) => ({ name, ...systemPair }));
	const stored = [...schema.databases.values()].map(({ name, charset, collation }) => ({ name, charset, collation }));
	return [...computed, ...stored].sort(byName);
}

export const schemata = define(
	"SCHEMATA",
	"CATALOG_NAME:512 SCHEMA_NAME:64 DEFAULT_CHARACTER_SET_NAME:32 DEFAULT_COLLATION_NAME:32 SQL_PATH:512?",
	(sources, wanted) =>
		allDatabases(sources)
			.filter(({ name }) => isWanted(name, wanted.get("schema_name")))
			.map(({ name, ...pair }) => {
				const { charset, collation } = sources.listing.databasePair(pair, sources.server);
				return [catalogName, text(name), charset, collation, null];
			}),
);
