/**
 * Release 2.1.1: utf8mb4 becomes the default, which columns take whatever their table says.
 */
import { AlterValidation, DefaultCharset, MetadataRecord, changed, release } from "../../core/rules/index.ts";
import ignoreTheTableCharsetGuide from "./ignore-the-table-charset.guide.ts";
import { ignoreTheTableCharset } from "./ignore-the-table-charset.ts";
import implyTheServerCharsetGuide from "./imply-the-server-charset.guide.ts";
import { implyTheServerCharset } from "./imply-the-server-charset.ts";
import moveTheDefaultToUtf8mb4Guide from "./move-the-default-to-utf8mb4.guide.ts";
import { moveTheDefaultToUtf8mb4 } from "./move-the-default-to-utf8mb4.ts";
import recordCompressionGuide from "./record-compression.guide.ts";
import { recordCompression } from "./record-compression.ts";

export default release("2.1.1", "2018-12-12", [
	changed(
		DefaultCharset,
		moveTheDefaultToUtf8mb4,
		"The server's default charset is utf8mb4.",
		moveTheDefaultToUtf8mb4Guide,
	),
	changed(
		DefaultCharset,
		ignoreTheTableCharset,
		"Columns without a clause take the server's default, utf8mb4, whatever their table's charset (a defect).",
		ignoreTheTableCharsetGuide,
	),
	changed(
		AlterValidation,
		implyTheServerCharset,
		"A CHANGE without a charset clause means the server's default, utf8mb4.",
		implyTheServerCharsetGuide,
	),
	changed(
		MetadataRecord,
		recordCompression,
		"Metadata records carry compression, default_bit and partition in lower case.",
		recordCompressionGuide,
	),
]);
