/**
 * Guide: what the table of accounts looks like.
 */
import type { RuleGuide } from "../../core/rules/index.ts";

export default {
	why: "The line copied mysql.user from an older MySQL. Measured.",
	example: `show create database mysql;
-- GET /schema/mysql/user
`,
	waysOut: [],
} satisfies RuleGuide;
