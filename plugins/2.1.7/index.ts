/**
 * Release 2.1.7: utf8 tables and columns of older releases are read as utf8mb4.
 */
import { Identity, SchemaLoad, changed, release } from "../../core/rules/index.ts";
import markObjectsAsVersionTwoGuide from "./mark-objects-as-version-two.guide.ts";
import { markObjectsAsVersionTwo } from "./mark-objects-as-version-two.ts";
import treatOldUtf8AsUtf8mb4Guide from "./treat-old-utf8-as-utf8mb4.guide.ts";
import { treatOldUtf8AsUtf8mb4 } from "./treat-old-utf8-as-utf8mb4.ts";

export default release("2.1.7", "2019-03-28", [
	changed(
		SchemaLoad,
		treatOldUtf8AsUtf8mb4,
		"Tables and columns of older releases with charset utf8 are read as utf8mb4, unless " +
			"treat-old-version-utf8-as-utf8mb4 is off.",
		treatOldUtf8AsUtf8mb4Guide,
	),
	changed(
		Identity,
		markObjectsAsVersionTwo,
		"New tables and columns carry object version 2, and the server calls itself 5.7.25.",
		markObjectsAsVersionTwoGuide,
	),
]);
