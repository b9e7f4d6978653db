/**
 * Release 2.1.5: the check of four-byte characters can be switched while the server runs.
 */
import { Identity, InsertCheck, MetadataRecord, changed, release } from "../../core/rules/index.ts";
import markTablesAsVersionOneGuide from "./mark-tables-as-version-one.guide.ts";
import { markTablesAsVersionOne } from "./mark-tables-as-version-one.ts";
import recordObjectVersionsGuide from "./record-object-versions.guide.ts";
import { recordObjectVersions } from "./record-object-versions.ts";
import switchTheCheckAtRuntimeGuide from "./switch-the-check-at-runtime.guide.ts";
import { switchTheCheckAtRuntime } from "./switch-the-check-at-runtime.ts";

export default release("2.1.5", "2019-02-28", [
	changed(
		InsertCheck,
		switchTheCheckAtRuntime,
		"The check can be switched by db_check_mb4_value_in_utf8 and by POST /settings.",
		switchTheCheckAtRuntimeGuide,
	),
	changed(Identity, markTablesAsVersionOne, "New tables carry object version 1.", markTablesAsVersionOneGuide),
	changed(
		MetadataRecord,
		recordObjectVersions,
		"Metadata records carry the object version.",
		recordObjectVersionsGuide,
	),
]);
