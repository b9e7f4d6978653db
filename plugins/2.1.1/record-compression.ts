/**
 * Metadata records gain members: a table's `compression`, a column's `default_bit`; `partition` is spelled in lower
 * case. Source: measured (the records of real servers).
 */
import type { HookClass, MetadataRecord } from "../../core/rules/index.ts";

export const recordCompression = (Base: HookClass<MetadataRecord>) =>
	class RecordCompression extends Base {
		override tableMembers(): readonly string[] {
			const members = super.tableMembers().map((member) => (member === "Partition" ? "partition" : member));
			return [...members, "compression"];
		}

		override columnMembers(): readonly string[] {
			return super.columnMembers().flatMap((member) => (member === "default" ? [member, "default_bit"] : [member]));
		}
	};
