/**
 * Only five charsets exist: utf8, utf8mb4, ascii, latin1 and binary. Recorded: behaviour 1. `utf8mb3` is no name of
 * any of them. Handshakes with the id of an unknown collation, as clients of MySQL 8.0 send, are refused: from the
 * source.
 */
import {
	CharsetClause,
	type HookClass,
	type Refusal,
	Variables,
	changed,
	quirk,
	refuse,
} from "../../core/rules/index.ts";
import { knownCharsets } from "./charset-pair.ts";
import guide from "./five-charsets.guide.ts";

const knowFiveCharsets = (Base: HookClass<CharsetClause>) =>
	class KnowFiveCharsets extends Base {
		override charsets(): readonly string[] {
			return knownCharsets;
		}
	};

const refuseUnknownIds = (Base: HookClass<Variables>) =>
	class RefuseUnknownIds extends Base {
		override refuseCollationId(id: number): Refusal {
			return refuse(1105, "HY000", `Unknown charset id ${id}`);
		}
	};

export default quirk(
	"five-charsets",
	{},
	"Only utf8, utf8mb4, ascii, latin1 and binary are known; a handshake with an unknown collation's id is refused.",
	["default-charset-*"],
	[
		changed(CharsetClause, knowFiveCharsets, "Five charsets are known.", guide),
		changed(Variables, refuseUnknownIds, "Unknown collation ids are refused.", guide),
	],
);
