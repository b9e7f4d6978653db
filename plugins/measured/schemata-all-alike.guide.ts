/**
 * Guide: what SCHEMATA lists.
 */
import type { RuleGuide } from "../../core/rules/index.ts";

export default {
	why: "The servers of 2.0 print one default for all databases. Recorded: default-charset-2.0.3.",
	example: `create database d charset latin1;
select default_character_set_name from information_schema.schemata where schema_name = 'd';
`,
	waysOut: [],
} satisfies RuleGuide;
