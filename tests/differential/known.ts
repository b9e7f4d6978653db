/**
 * Where MariaDB answers otherwise than MySQL 5.7, and verso goes with MySQL; the last one is verso's own.
 *
 * In: a statement and both answers. Out: the reason, if the difference is one of these. Each names the narrowest sign it can be told by.
 */
import type { WireResult } from "../measured/wire.ts";

export interface KnownDifference {
	readonly why: string;
	/** Of the statement after it was made as small as it gets. */
	readonly matches: (sql: string, ours: WireResult, theirs: WireResult) => boolean;
}

const outOfRange = 1690;

export const knownDifferences: readonly KnownDifference[] = [
	{
		why: "Whether a value that is out of range is computed at all depends on the order in which conditions are looked at.",
		matches: (sql, ours, theirs) => (ours.error?.code === outOfRange) !== (theirs.error?.code === outOfRange) && / (from|join|update|where) | and | or |if\(|case|coalesce/.test(sql),
	},
	{
		why: "The greatest TIME is 838:59:59 in MySQL, and 838:59:59.999999 in MariaDB.",
		matches: (_sql, ours, theirs) => /838:59:59\.9/.test(JSON.stringify(theirs.rows ?? null)) && /838:59:59/.test(JSON.stringify(ours.rows ?? null)),
	},
	{
		why: "TIMEDIFF of moments too far apart is the greatest TIME in MySQL, and NULL in MariaDB.",
		matches: (sql, ours, theirs) => /timediff/.test(sql) && /838:59:59/.test(JSON.stringify(ours.rows ?? null)) && /null/.test(JSON.stringify(theirs.rows ?? null)),
	},
	{
		why: "TIME_TO_SEC is a whole number in MySQL 5.7.",
		matches: (sql) => /time_to_sec\(/.test(sql),
	},
	{
		why: "OFFSET behind a lone row of constants is not looked at by MariaDB.",
		matches: (sql, ours, theirs) => /select distinct .* offset /.test(sql) && ours.rows?.length === 0 && theirs.rows?.length === 1,
	},
	{
		why: "CAST AS CHAR of too long a number is a warning in MySQL, which strict mode makes an error where rows are changed.",
		matches: (sql, ours) => /as char\(/.test(sql) && /Truncated incorrect CHAR/.test(String(ours.error?.message)),
	},
	{
		why: "COUNT(DISTINCT) in the sum rows of WITH ROLLUP is too great in MariaDB.",
		matches: (sql) => /distinct .* with rollup/.test(sql),
	},
	{
		why: "JSON_TYPE answers in utf8mb4_bin in MySQL 5.7, and without regard to case in MariaDB.",
		matches: (sql) => /json_type/.test(sql),
	},
	{
		why: "A negative number in the ORDER BY of GROUP_CONCAT is an expression in MySQL, and a position in MariaDB.",
		matches: (sql, _ours, theirs) => /group_concat\([^)]* order by -/.test(sql) && theirs.error?.code === 1054,
	},
	{
		why: "ALTER TABLE says that it changed no rows, as the product line does.",
		matches: (sql, ours) => sql.startsWith("alter table") && ours.ok?.affected === 0,
	},
	{
		why: "GREATEST and LEAST of texts, asked for as a number, compare the texts here and numbers in MariaDB.",
		matches: (sql) => /(greatest|least)\(/.test(sql) && /as (decimal|signed|unsigned)/.test(sql),
	},
	{
		why: "QUOTE(NULL) is text that has letters in MySQL, and bytes in MariaDB.",
		matches: (sql) => /(lower|upper)\(quote\(/.test(sql),
	},
	{
		why: "A comparison of rows goes on behind a NULL in MySQL, and may meet text that is no number there.",
		matches: (sql, ours, theirs) => ours.error?.code === 1292 && theirs.error === undefined && /\) = \(/.test(sql),
	},
	{
		why: "verso makes all rows of an INSERT before it writes the first, so a later row's wrong value is told before an earlier row's duplicate key.",
		matches: (sql, ours, theirs) => /^insert/.test(sql) && ours.error !== undefined && theirs.error?.code === 1062,
	},
];
