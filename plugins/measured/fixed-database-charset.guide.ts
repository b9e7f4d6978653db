/**
 * Guide: which charset a database keeps.
 */
import type { RuleGuide } from "../../core/rules/index.ts";

export default {
	why:
		"A database's record holds the words of its clause, else the default of the release that made it. " + "Measured.",
	example: `create database d;
-- upgrade from 2.1.0
use d;
select @@character_set_database, @@collation_database;
`,
	waysOut: [],
} satisfies RuleGuide;
