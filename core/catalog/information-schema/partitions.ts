/**
 * PARTITIONS: every table is one part.
 */
import { define, text } from "./definition.ts";
import { catalogName } from "./schemata.ts";
import { localDatetime, storedTables } from "./sources.ts";

export const partitions = define(
	"PARTITIONS",
	`TABLE_CATALOG:512 TABLE_SCHEMA:64 TABLE_NAME:64 PARTITION_NAME:64? SUBPARTITION_NAME:64? PARTITION_ORDINAL_POSITION:unsigned?
	SUBPARTITION_ORDINAL_POSITION:unsigned? PARTITION_METHOD:18? SUBPARTITION_METHOD:12? PARTITION_EXPRESSION:longtext?
	SUBPARTITION_EXPRESSION:longtext? PARTITION_DESCRIPTION:longtext? TABLE_ROWS:unsigned AVG_ROW_LENGTH:unsigned DATA_LENGTH:unsigned
	MAX_DATA_LENGTH:unsigned? INDEX_LENGTH:unsigned DATA_FREE:unsigned CREATE_TIME:datetime? UPDATE_TIME:datetime? CHECK_TIME:datetime?
	CHECKSUM:unsigned? PARTITION_COMMENT:80 NODEGROUP:12 TABLESPACE_NAME:64?`,
	(sources, wanted) =>
		storedTables(sources, wanted).map((table) => [
			catalogName, text(table.database), text(table.name), null, null, null, null, null, null, null, null, null, 0, 0, 0, null, 0, 0,
			localDatetime(table.record.createdMicroseconds, sources), null, null, null, "", "", null,
		]),
);
