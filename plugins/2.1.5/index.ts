/**
 * Release 2.1.5: the check of four-byte characters can be switched while the server runs.
 */
import { Identity, InsertCheck, MetadataRecord, changed, release } from "../../core/rules/index.ts";
import { markTablesAsVersionOne } from "./mark-tables-as-version-one.ts";
import { recordObjectVersions } from "./record-object-versions.ts";
import { switchTheCheckAtRuntime } from "./switch-the-check-at-runtime.ts";

export default release("2.1.5", "2019-02-28", [
	changed(
		InsertCheck,
		switchTheCheckAtRuntime,
		"The check can be switched by db_check_mb4_value_in_utf8 and by POST /settings.",
	),
	changed(Identity, markTablesAsVersionOne, "New tables carry object version 1."),
	changed(MetadataRecord, recordObjectVersions, "Metadata records carry the object version."),
]);
