/**
 * Guide: what SCHEMATA lists.
 */
import type { RuleGuide } from "../../core/rules/index.ts";

export default {
	why: "Databases record the words of their clause; what is missing is the server's. Measured.",
	example: `create database d charset latin1;
select default_character_set_name, default_collation_name from information_schema.schemata where schema_name = 'd';
`,
	waysOut: [],
} satisfies RuleGuide;
