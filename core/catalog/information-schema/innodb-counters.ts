/**
 * Tables of InnoDB's pages, compression, full-text indexes and metrics: empty, since the store has none of these.
 */
import { defineEmpty, type Definition } from "./definition.ts";

const page = `POOL_ID:unsigned BLOCK_ID:unsigned SPACE:unsigned PAGE_NUMBER:unsigned PAGE_TYPE:64? FLUSH_TYPE:unsigned
	FIX_COUNT:unsigned IS_HASHED:3? NEWEST_MODIFICATION:unsigned OLDEST_MODIFICATION:unsigned ACCESS_TIME:unsigned
	TABLE_NAME:1024? INDEX_NAME:1024? NUMBER_RECORDS:unsigned DATA_SIZE:unsigned COMPRESSED_SIZE:unsigned`;
const pageEnd = "IO_FIX:64? IS_OLD:3? FREE_PAGE_CLOCK:unsigned";
const compression =
	"page_size:int compress_ops:int compress_ops_ok:int compress_time:int uncompress_ops:int uncompress_time:int";
const compressionMemory =
	"page_size:int buffer_pool_instance:int pages_used:int pages_free:int relocation_ops:bigint relocation_time:int";
const compressionOfIndex = `database_name:192 table_name:192 index_name:192 compress_ops:int compress_ops_ok:int
	compress_time:int uncompress_ops:int uncompress_time:int`;
const word = "WORD:337 FIRST_DOC_ID:unsigned LAST_DOC_ID:unsigned DOC_COUNT:unsigned DOC_ID:unsigned POSITION:unsigned";

export const innodbCounters: readonly Definition[] = [
	defineEmpty("INNODB_BUFFER_PAGE", `${page} PAGE_STATE:64? ${pageEnd}`),
	defineEmpty("INNODB_BUFFER_PAGE_LRU", `${page.replace("BLOCK_ID", "LRU_POSITION")} COMPRESSED:3? ${pageEnd}`),
	defineEmpty(
		"INNODB_BUFFER_POOL_STATS",
		`POOL_ID:unsigned POOL_SIZE:unsigned FREE_BUFFERS:unsigned DATABASE_PAGES:unsigned OLD_DATABASE_PAGES:unsigned
		MODIFIED_DATABASE_PAGES:unsigned PENDING_DECOMPRESS:unsigned PENDING_READS:unsigned PENDING_FLUSH_LRU:unsigned
		PENDING_FLUSH_LIST:unsigned PAGES_MADE_YOUNG:unsigned PAGES_NOT_MADE_YOUNG:unsigned PAGES_MADE_YOUNG_RATE:decimal
		PAGES_MADE_NOT_YOUNG_RATE:decimal NUMBER_PAGES_READ:unsigned NUMBER_PAGES_CREATED:unsigned
		NUMBER_PAGES_WRITTEN:unsigned PAGES_READ_RATE:decimal PAGES_CREATE_RATE:decimal PAGES_WRITTEN_RATE:decimal
		NUMBER_PAGES_GET:unsigned HIT_RATE:unsigned YOUNG_MAKE_PER_THOUSAND_GETS:unsigned
		NOT_YOUNG_MAKE_PER_THOUSAND_GETS:unsigned NUMBER_PAGES_READ_AHEAD:unsigned NUMBER_READ_AHEAD_EVICTED:unsigned
		READ_AHEAD_RATE:decimal READ_AHEAD_EVICTED_RATE:decimal LRU_IO_TOTAL:unsigned LRU_IO_CURRENT:unsigned
		UNCOMPRESS_TOTAL:unsigned UNCOMPRESS_CURRENT:unsigned`,
	),
	defineEmpty("INNODB_CMP", compression),
	defineEmpty("INNODB_CMP_RESET", compression),
	defineEmpty("INNODB_CMPMEM", compressionMemory),
	defineEmpty("INNODB_CMPMEM_RESET", compressionMemory),
	defineEmpty("INNODB_CMP_PER_INDEX", compressionOfIndex),
	defineEmpty("INNODB_CMP_PER_INDEX_RESET", compressionOfIndex),
	defineEmpty("INNODB_FT_BEING_DELETED", "DOC_ID:unsigned"),
	defineEmpty("INNODB_FT_CONFIG", "KEY:193 VALUE:193"),
	defineEmpty("INNODB_FT_DELETED", "DOC_ID:unsigned"),
	defineEmpty("INNODB_FT_INDEX_CACHE", word),
	defineEmpty("INNODB_FT_INDEX_TABLE", word),
	defineEmpty(
		"INNODB_METRICS",
		`NAME:193 SUBSYSTEM:193 COUNT:bigint MAX_COUNT:bigint? MIN_COUNT:bigint? AVG_COUNT:decimal? COUNT_RESET:bigint
		MAX_COUNT_RESET:bigint? MIN_COUNT_RESET:bigint? AVG_COUNT_RESET:decimal? TIME_ENABLED:datetime?
		TIME_DISABLED:datetime? TIME_ELAPSED:bigint? TIME_RESET:datetime? STATUS:193 TYPE:193 COMMENT:193`,
	),
	defineEmpty(
		"OPTIMIZER_TRACE",
		"QUERY:longtext TRACE:longtext MISSING_BYTES_BEYOND_MAX_MEM_SIZE:int INSUFFICIENT_PRIVILEGES:int",
	),
	defineEmpty(
		"TABLESPACES",
		`TABLESPACE_NAME:64 ENGINE:64 TABLESPACE_TYPE:64? LOGFILE_GROUP_NAME:64? EXTENT_SIZE:unsigned?
		AUTOEXTEND_SIZE:unsigned? MAXIMUM_SIZE:unsigned? NODEGROUP_ID:unsigned? TABLESPACE_COMMENT:2048?`,
	),
];
