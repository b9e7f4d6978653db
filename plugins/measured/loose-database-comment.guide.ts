/**
 * Guide: what SHOW CREATE DATABASE prints.
 */
import type { RuleGuide } from "../../core/rules/index.ts";

export default {
	why: "A slip: with a blank before the exclamation mark the comment is one for every server. Measured.",
	example: `create database d charset latin1;
show create database d;
`,
	waysOut: [
		{
			text: "mend the comment before the statement is played elsewhere",
			step: { kind: "edit", edit: "replace", pattern: /\/\* !(\d{5})/g, replacement: "/*!$1" },
		},
	],
} satisfies RuleGuide;
