/**
 * Release 2.1.3: charsets can be changed from utf8 to utf8mb4, the column defect is mended, and SHOW CREATE TABLE
 * tells.
 */
import { AlterValidation, DefaultCharset, InsertCheck, ShowCreate, changed, release } from "../../core/rules/index.ts";
import allowWideningCharsetsGuide from "./allow-widening-charsets.guide.ts";
import { allowWideningCharsets } from "./allow-widening-charsets.ts";
import checkWideCharactersByKeyGuide from "./check-wide-characters-by-key.guide.ts";
import { checkWideCharactersByKey } from "./check-wide-characters-by-key.ts";
import inheritTheTableCharsetGuide from "./inherit-the-table-charset.guide.ts";
import { inheritTheTableCharset } from "./inherit-the-table-charset.ts";
import printDifferingCharsetsGuide from "./print-differing-charsets.guide.ts";
import { printDifferingCharsets } from "./print-differing-charsets.ts";

export default release("2.1.3", "2019-01-28", [
	changed(
		DefaultCharset,
		inheritTheTableCharset,
		"A column without a clause takes its table's charset, and a table's collation is recorded.",
		inheritTheTableCharsetGuide,
	),
	changed(
		AlterValidation,
		allowWideningCharsets,
		"Columns and tables may change from utf8 to utf8mb4; a CHANGE without a clause means the table's charset.",
		allowWideningCharsetsGuide,
	),
	changed(
		InsertCheck,
		checkWideCharactersByKey,
		"The configuration key check-mb4-value-in-utf8 switches the check of four-byte characters.",
		checkWideCharactersByKeyGuide,
	),
	changed(
		ShowCreate,
		printDifferingCharsets,
		"SHOW CREATE TABLE prints a column's charset where it differs from the table's.",
		printDifferingCharsetsGuide,
	),
]);
