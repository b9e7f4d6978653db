/**
 * Only five charsets exist: utf8, utf8mb4, ascii, latin1 and binary. Recorded: behaviour 1. `utf8mb3` is no name of
 * any of them.
 */
import { CharsetClause, type HookClass, changed, quirk } from "../../core/rules/index.ts";
import { knownCharsets } from "./charset-pair.ts";

const knowFiveCharsets = (Base: HookClass<CharsetClause>) =>
	class KnowFiveCharsets extends Base {
		override charsets(): readonly string[] {
			return knownCharsets;
		}
	};

export default quirk(
	"five-charsets",
	{},
	"Only utf8, utf8mb4, ascii, latin1 and binary are known.",
	["default-charset-*"],
	[changed(CharsetClause, knowFiveCharsets, "Five charsets are known.")],
);
