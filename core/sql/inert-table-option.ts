/**
 * Table options that are accepted, stored and shown, but have no effect.
 */
/** Syntax of an option's value. */
export type OptionValue = "number" | "number or default" | "word" | "string" | "row format";

export const inertTableOptions: ReadonlyMap<string, OptionValue> = new Map<string, OptionValue>([
	["avg_row_length", "number"],
	["checksum", "number"],
	["compression", "string"],
	["connection", "string"],
	["data directory", "string"],
	["delay_key_write", "number"],
	["encryption", "string"],
	["index directory", "string"],
	["insert_method", "word"],
	["key_block_size", "number"],
	["max_rows", "number"],
	["min_rows", "number"],
	["pack_keys", "number or default"],
	["password", "string"],
	["row_format", "row format"],
	["shard_row_id_bits", "number"],
	["stats_auto_recalc", "number or default"],
	["stats_persistent", "number or default"],
	["stats_sample_pages", "number or default"],
	["storage", "word"],
	["table_checksum", "number"],
	["tablespace", "word"],
]);
