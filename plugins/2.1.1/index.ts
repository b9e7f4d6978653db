/**
 * Release 2.1.1: utf8mb4 becomes the default, which columns take whatever their table says.
 */
import { AlterValidation, DefaultCharset, MetadataRecord, changed, release } from "../../core/rules/index.ts";
import { ignoreTheTableCharset } from "./ignore-the-table-charset.ts";
import { implyTheServerCharset } from "./imply-the-server-charset.ts";
import { recordCompression } from "./record-compression.ts";

export default release("2.1.1", "2018-12-12", [
	changed(
		DefaultCharset,
		ignoreTheTableCharset,
		"The default is utf8mb4, and columns without a clause are utf8mb4 whatever their table's charset (a defect).",
	),
	changed(
		AlterValidation,
		implyTheServerCharset,
		"A CHANGE without a charset clause means the server's default, utf8mb4.",
	),
	changed(
		MetadataRecord,
		recordCompression,
		"Metadata records carry compression, default_bit and partition in lower case.",
	),
]);
