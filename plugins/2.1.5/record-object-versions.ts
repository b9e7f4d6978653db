/**
 * Metadata records gain the member `version`, a table's and a column's object version. Source: measured (the records
 * of real servers).
 */
import type { HookClass, MetadataRecord } from "../../core/rules/index.ts";

export const recordObjectVersions = (Base: HookClass<MetadataRecord>) =>
	class RecordObjectVersions extends Base {
		override tableMembers(): readonly string[] {
			return [...super.tableMembers(), "version"];
		}

		override columnMembers(): readonly string[] {
			return [...super.columnMembers(), "version"];
		}
	};
