/**
 * Guide: how objects of this release are known from older ones.
 */
import type { RuleGuide } from "../../core/rules/index.ts";
import { nameTheFormerCharset } from "../ways-out.ts";

export default {
	why:
		"Old utf8 is read as utf8mb4, so that old objects must be known from new ones. Measured: `version` in the " +
		"metadata record, and the handshake.",
	example: `select version();
create table t (a varchar(10) character set utf8) charset=utf8;
-- GET /schema/test/t
`,
	waysOut: [nameTheFormerCharset],
	decidesNot: "Objects that exist: a table keeps its number, and so do its columns.",
} satisfies RuleGuide;
