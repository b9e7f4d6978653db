/**
 * Settings that a stored program has from its creation; the time zone and all others are the caller's.
 */
import type { ProgramRecord } from "../../catalog/record.ts";
import { collationNamed } from "../../types/collation/collation.ts";

type KeptSetting = readonly [variable: string, valueIn: (record: ProgramRecord) => string];

export const keptSettings: readonly KeptSetting[] = [
	["sql_mode", ({ sqlMode }) => sqlMode],
	["character_set_client", ({ clientCharset }) => clientCharset],
	["character_set_connection", ({ connectionCollation }) => charsetOf(connectionCollation)],
	["collation_connection", ({ connectionCollation }) => connectionCollation],
	["character_set_database", ({ databaseCollation }) => charsetOf(databaseCollation)],
	["collation_database", ({ databaseCollation }) => databaseCollation],
];

function charsetOf(collation: string): string {
	return collationNamed(collation)?.charset ?? collation;
}
