/**
 * Guide: what the charset variables say.
 */
import type { RuleGuide } from "../../core/rules/index.ts";

export default {
	why:
		"The servers copied a list of variables from a MySQL server, whose default was latin1. Recorded: " +
		"default-charset-2.0.3.",
	example: `select @@character_set_server, @@collation_server;
`,
	waysOut: [],
	decidesNot: "The charset that new objects get, which is utf8.",
} satisfies RuleGuide;
