/**
 * Guide: which collations SHOW COLLATION marks.
 */
import type { RuleGuide } from "../../core/rules/index.ts";

export default {
	why: "The table was copied from a MySQL server. Measured.",
	example: `show collation where collation = 'utf8_general_ci' or collation = 'utf8_bin';
`,
	waysOut: [],
	decidesNot: "The collation that a charset without COLLATE means, which is the `_bin` one.",
} satisfies RuleGuide;
