/**
 * Release 2.0: the first of the line; 2.1.0 runs on it too. The kernel's oldest answers are its own, but for one
 * sentence.
 */
import { AlterValidation, changed, release } from "../../core/rules/index.ts";
import refuseToConvertTablesGuide from "./refuse-to-convert-tables.guide.ts";
import { refuseToConvertTables } from "./refuse-to-convert-tables.ts";

export default release("2.0", "2018-04-27", [
	changed(
		AlterValidation,
		refuseToConvertTables,
		"A table's charset cannot be changed: neither by CONVERT TO nor as its default.",
		refuseToConvertTablesGuide,
	),
]);
