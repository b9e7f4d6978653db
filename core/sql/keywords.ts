/**
 * Keywords of MySQL 5.7: whether a word is reserved, a function name, or may be an identifier.
 *
 * Keywords are returned as the same lower-case string object, so that comparing is cheap.
 *
 * - A *reserved* word is a name only between backticks or after a dot.
 * - A *plain* word has a meaning in some places and is a name everywhere else.
 * - A *function* word is reserved only if an opening parenthesis follows at once (`count(`), unless IGNORE_SPACE is
 *   on, which allows spaces between.
 */
type KeywordStrength = "reserved" | "plain" | "function";

interface Keyword {
	/** Lower case. */
	readonly word: string;
	readonly strength: KeywordStrength;
}

const reserved = `
	accessible add all alter analyze and as asc asensitive before between bigint binary blob both by call cascade case
	change char character check collate column condition constraint continue convert create cross current_date
	current_time current_timestamp current_user cursor database databases day_hour day_microsecond day_minute
	day_second dec decimal declare default delayed delete desc describe deterministic distinct distinctrow div double
	drop dual each else elseif enclosed escaped exists exit explain false fetch float float4 float8 for force foreign
	from fulltext generated get grant group having high_priority hour_microsecond hour_minute hour_second if ignore in
	index infile inner inout insensitive insert int int1 int2 int3 int4 int8 integer interval into io_after_gtids
	io_before_gtids is iterate join key keys kill leading leave left like limit linear lines load localtime
	localtimestamp lock long longblob longtext loop low_priority master_bind master_ssl_verify_server_cert match
	maxvalue mediumblob mediumint mediumtext middleint minute_microsecond minute_second mod modifies natural not
	no_write_to_binlog null numeric on optimize optimizer_costs option optionally or order out outer outfile partition
	precision primary procedure purge range read reads read_write real references regexp release rename repeat replace
	require resignal restrict return revoke right rlike schema schemas second_microsecond select sensitive separator
	set show signal smallint spatial specific sql sqlexception sqlstate sqlwarning sql_big_result sql_calc_found_rows
	sql_small_result ssl starting stored straight_join table terminated then tinyblob tinyint tinytext to trailing
	trigger true undo union unique unlock unsigned update usage use using utc_date utc_time utc_timestamp values
	varbinary varchar varcharacter varying virtual when where while with write xor year_month zerofill`;

const plain = `account action after against aggregate algorithm always analyse any ascii at auto_increment autoextend_size avg
	avg_row_length backup begin binlog bit block bool boolean btree byte cache cascaded chain changed channel
	charset checksum cipher client close coalesce code collation column_format columns comment commit committed
	compact completion compressed compression concurrent connection consistent contains context cpu cube current
	data datafile date datetime day deallocate default_auth definer delay_key_write dialect directory disable
	discard disk do dumpfile duplicate dynamic enable encryption end ends enforced engine engines enum error errors
	escape event events every exchange execute expansion expire export extended extent_size fast faults fields file
	filter first fixed flush follows format found full function general geometry geometrycollection get_format
	global grants group_replication handler hash help host hosts hour identified import indexes initial_size
	insert_method install instance invoker io ipc isolation issuer json key_block_size language last leaves less
	level linestring list local locks logfile logs master max_connections_per_hour max_queries_per_hour max_rows
	max_updates_per_hour max_user_connections medium memory merge microsecond migrate min_rows minute mode modify
	month multilinestring multipoint multipolygon mutex names national nchar ndb ndbcluster never new next no
	nodegroup none number nvarchar offset oj one only open options owner pack_keys page parser partial partitioning
	partitions password plugin plugins point polygon port precedes prepare preserve prev privileges procedures
	process processlist profile profiles proxy quarter query quick read_only rebuild recover redundant relay
	relaylog releases reload remove reorganize repair repeatable replication reset resource restore resume
	returned_sqlstate returns reverse role rollback rollup rotate routine row rows row_count row_format rtree rules
	savepoint schedule second secondary security serial serializable server session shard_row_id_bits share shutdown
	signed simple slave slow snapshot socket some soname sounds source sql_buffer_result sql_cache sql_no_cache
	sql_thread stacked start starts stats_auto_recalc stats_persistent stats_sample_pages status stop storage string
	subject subpartition subpartitions super suspend swaps switches table_checksum tables tablespace temporary
	temptable text than time timestamp timestampadd timestampdiff transaction triggers truncate type types
	uncommitted undefined unicode uninstall unknown until upgrade use_frm user validation value variables view wait
	warnings week weight_string without work wrapper x509 xa xml year diagnostics phase xid class_origin
	subclass_origin mysql_errno message_text constraint_name constraint_catalog constraint_schema catalog_name
	schema_name column_name cursor_name table_name`;

const functions = `
	adddate bit_and bit_or bit_xor cast count curdate curtime date_add date_sub extract group_concat json_arrayagg
	json_objectagg max mid min now position session_user std stddev stddev_pop stddev_samp subdate substr substring
	sum sysdate system_user trim variance var_pop var_samp`;

const [reservedWords, functionWords, plainWords] = [reserved, functions, plain].map(
	(words) => new Set(words.match(/\w+/g)),
) as [Set<string>, Set<string>, Set<string>];

/** Cache of words looked up, in lower and upper case. */
const table = new Map<string, Keyword>();

function keywordOf(lower: string): Keyword | undefined {
	const strength = reservedWords.has(lower)
		? "reserved"
		: functionWords.has(lower)
			? "function"
			: plainWords.has(lower)
				? "plain"
				: undefined;
	if (strength === undefined) {
		return undefined;
	}
	const keyword: Keyword = { word: lower, strength };
	table.set(lower, keyword);
	table.set(lower.toUpperCase(), keyword);
	return keyword;
}

const longestKeyword = 30;

/** Returns the keyword a word spells, in any letter case, or undefined. */
export function findKeyword(word: string): Keyword | undefined {
	if (word.length > longestKeyword) {
		return undefined;
	}
	const known = table.get(word);
	if (known !== undefined) {
		return known;
	}
	const lower = word.toLowerCase();
	return table.get(lower) ?? keywordOf(lower);
}

/** Whether a name needs backticks because it is a keyword. */
export function isKeyword(name: string): boolean {
	return findKeyword(name) !== undefined;
}

const charsetNames = new Set(
	(
		"armscii8 ascii big5 binary cp1250 cp1251 cp1256 cp1257 cp850 cp852 cp866 cp932 dec8 eucjpms euckr gb18030 gb2312 " +
		"gbk geostd8 greek hebrew hp8 keybcs2 koi8r koi8u latin1 latin2 latin5 latin7 macce macroman sjis swe7 tis620 " +
		"ucs2 ujis utf16 utf16le utf32 utf8 utf8mb3 utf8mb4"
	).split(" "),
);

/**
 * Returns the charset of an introducer (`_utf8'abc'`), or undefined for a plain name. This is the list of 5.7's
 * lexer; which charsets a release has is decided elsewhere.
 */
export function introducedCharset(word: string): string | undefined {
	const charset = word.slice(1).toLowerCase();
	return charsetNames.has(charset) ? charset : undefined;
}
