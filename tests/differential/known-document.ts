/**
 * Known differences of MariaDB from MySQL 5.7 in JSON.
 *
 * Each entry has the narrowest condition that identifies its difference, as in `known.ts`.
 */
import {
	areBytesAndDigits,
	bytesOf,
	cellsDiffer,
	codesOf,
	countOf,
	type KnownDifference,
	mistake,
	sameBut,
} from "./known-difference.ts";

/** Normalizes a document, or a quoted document: no spaces, sorted members, no insignificant zeros. */
function plainDocument(text: string): string {
	try {
		const document: unknown = JSON.parse(text);
		return typeof document === "string" && /^[{[]/.test(document)
			? JSON.stringify(plainDocument(document))
			: JSON.stringify(document, (_key, value: unknown) =>
					value !== null && typeof value === "object" && !Array.isArray(value)
						? Object.fromEntries(Object.entries(value).sort())
						: value,
				);
	} catch {
		return text;
	}
}

const makesJson = /json_(array|object|set|insert|replace|array_append|array_insert|quote)\(/;
const reads =
	"json_(extract|contains|contains_path|keys|length|search|set|insert|replace|remove|array_append|array_insert)\\(j";
const findsNothing = new RegExp(reads);

export const knownOfDocuments: readonly KnownDifference[] = [
	{
		why: "A document is told as long as MariaDB thinks it is, and cut there in a UNION; two that are cut are the same.",
		matches: (sql, ours, theirs) =>
			(/ union /.test(sql) &&
				makesJson.test(sql) &&
				cellsDiffer(
					ours,
					theirs,
					(mine, other) => typeof other === "string" && other !== "" && String(mine).startsWith(other),
				)) ||
			(/count\(distinct cast\(json_(set|array|object|array_append)\(/.test(sql) &&
				cellsDiffer(ours, theirs, (mine, other) => Number(mine) > Number(other))),
	},
	{
		why: "JSON_TYPE answers in utf8mb4_bin in MySQL 5.7, and without regard to case in MariaDB.",
		matches: (sql, ours) =>
			/json_type\([^()]*\)\)? ([<>=]+|in|like|between|not|regexp|rlike)|([<>=]|in|like|between|instr|locate|replace|strcmp|max|min|distinct|greatest|least|nullif|case|find_in_set|field).*json_type/.test(
				sql,
			) && ours.error === undefined,
	},
	{
		why:
			"A JSON array or object asked for a number while rows are changed in strict mode is error 3156 in " +
			"MySQL, and a number in MariaDB.",
		matches: (sql, ours) =>
			/^\s*(insert|replace|update|delete)\b.*json_extract\(/s.test(sql) && ours.error?.code === 3156,
	},
	{
		why: "CONCAT loses what JSON_TYPE answers in MariaDB.",
		matches: (sql, ours, theirs) =>
			/concat.*json_type\(/.test(sql) && sameBut(ours, theirs, (cell) => cell.replace("ARRAY", "")),
	},
	{
		why: "JSON_VALID and JSON_CONTAINS_PATH are whole numbers in MySQL, and true or false in the JSON of MariaDB.",
		matches: (sql, ours, theirs) =>
			/json_(valid|contains_path|contains)\(/.test(sql) &&
			(/ sounds like | regexp | like /.test(sql) ||
				sameBut(ours, theirs, (cell) => cell.replaceAll("true", "1").replaceAll("false", "0"))),
	},
	{
		why:
			"JSON_QUOTE of what is no text is an error in MySQL, and NULL in MariaDB; where both refuse the " +
			"statement, either mistake may come first.",
		matches: (sql, ours) => /json_quote\(/.test(sql) && ours.error?.code === 3064,
	},
	{
		why: "MariaDB refuses functions of text over what it calls JSON.",
		matches: (sql, ours, theirs) =>
			/json_/.test(sql) &&
			[4078, 4038].includes(theirs.error?.code ?? 0) &&
			[undefined, 1406, 1292, 1366, 1264, 1265].includes(ours.error?.code),
	},
	{
		why: "Numbers with zeros before their digits lose them in JSON.",
		matches: (sql, ours, theirs) =>
			makesJson.test(sql) && sameBut(ours, theirs, (cell) => cell.replaceAll(/(?<=[ [])0+(?=\d)/g, "")),
	},
	{
		why: "JSON_VALID of a number is 0 in MySQL, and 1 in MariaDB.",
		matches: (sql, ours) => /json_valid\((?!')/.test(sql) && ours.error === undefined,
	},
	{
		why: "Bytes and BIT are base64 in MySQL's JSON; MariaDB takes them for text, and refuses what is none.",
		matches: (sql, ours, theirs) =>
			makesJson.test(sql) &&
			(cellsDiffer(ours, theirs, (mine) => /base64:/.test(String(mine))) ||
				(ours.rows?.length === theirs.rows?.length &&
					ours.rows?.some((row) => row.some((cell) => /base64:type/.test(String(cell))))) ||
				(theirs.error?.code === 1300 && ours.error?.code !== 1300) ||
				(/(crc32|strcmp|soundex|md5|sha1|sha2|length|ord|ascii|hex|reverse|left|right|substring\w*|mid|instr|locate|replace|upper|lower|lpad|rpad|quote|to_base64|insert|char_length|where|having|on) ?\(?.*cast\(json_(array|object|set|array_append)\([^)]*\bc\d/.test(
					sql,
				) &&
					ours.error === undefined &&
					(/ (where|having|on) .*cast\(json_/.test(sql) || cellsDiffer(ours, theirs, () => true))) ||
				(/cast\(json_(array|object|set|array_append)\([^)]*\bc\d[^)]*\) as char\) (not )?(regexp|like|rlike)/.test(
					sql,
				) &&
					ours.error === undefined) ||
				(/json_(array|object|set|array_append)\(.*(char\(\d|unhex\(|from_base64\(|aes_|\bc\d)/.test(sql) &&
					codesOf(ours, theirs) === "1406 0") ||
				(/length\(cast\(json_/.test(sql) && cellsDiffer(ours, theirs, (mine, other) => Number(mine) > Number(other)))),
	},
	{
		why: "Bytes that are no UTF-8 stay as they are in JSON_QUOTE; MariaDB takes them for latin1.",
		matches: (sql, ours, theirs) =>
			(/json_quote\(\w*\.?c\d\)/.test(sql) &&
				codesOf(ours, theirs) === "0 0" &&
				(/ (where|on) .*json_quote/.test(sql) ||
					/^(update|insert|replace)/.test(sql) ||
					JSON.stringify(theirs.rows ?? "").includes("Ã"))) ||
			(/json_quote\((.*(char|unhex|from_base64|aes_\w+)\(|\w\.c\d\))/.test(sql) &&
				cellsDiffer(ours, theirs, (mine) => /[^ -~]/.test(bytesOf(mine) ?? ""))),
	},
	{
		why:
			"JSON_UNQUOTE of what JSON_QUOTE made is what it was; MariaDB takes the bytes of a character outside " +
			"the first plane for one each.",
		matches: (sql, ours, theirs) =>
			/json_unquote\(json_quote\(/.test(sql) &&
			(cellsDiffer(
				ours,
				theirs,
				(mine, other) => /[\u{10000}-\u{10ffff}]/u.test(String(mine)) && String(other).startsWith("ð"),
			) ||
				(/^update /.test(sql) && codesOf(ours, theirs) === "0 0")),
	},
	{
		why: "MariaDB's JSON functions are NULL where they meet what MariaDB reads as no JSON.",
		matches: (sql, ours, theirs) =>
			makesJson.test(sql) &&
			(cellsDiffer(ours, theirs, (mine, other) => mine !== null && other === null) ||
				(/ distinct /.test(sql) &&
					JSON.stringify(theirs.rows ?? "").includes("[null]") &&
					!JSON.stringify(ours.rows ?? "").includes("[null]")) ||
				(/^update ignore \w+ set c\d = .*json_(set|array|object|array_append)\(/.test(sql) &&
					codesOf(ours, theirs) === "0 0" &&
					countOf(ours) > countOf(theirs))),
	},
	{
		why: "Documents made by aggregates have spaces behind commas and colons in MySQL.",
		matches: (sql, ours, theirs) => /json_(array|object)agg\(/.test(sql) && sameBut(ours, theirs, plainDocument),
	},
	{
		why: "A document has its normal form in MySQL: members in order, numbers without zeros that say nothing.",
		matches: (sql, ours, theirs) => /json|\bj\b|\*/.test(sql) && sameBut(ours, theirs, plainDocument),
	},
	{
		why:
			"JSON functions are NULL in MySQL where the path leads nowhere, or leave the document; in MariaDB " +
			"the one is 0 and the other NULL.",
		matches: (sql, ours, theirs) =>
			findsNothing.test(sql) &&
			(cellsDiffer(
				ours,
				theirs,
				(mine, other) => (mine === null && other === "0") || (mine !== null && other === null),
			) ||
				/ is not null| group by 1 /.test(sql)) &&
			ours.error === undefined,
	},
	{
		why: "JSON_SEARCH looks at strings alone; MariaDB looks at numbers too.",
		matches: (sql, ours, theirs) =>
			/json_search\(/.test(sql) &&
			ours.rows !== undefined &&
			(cellsDiffer(ours, theirs, (mine, other) => mine === null || (mine !== other && other !== null)) ||
				/ is not null/.test(sql)) &&
			countOf(ours) <= countOf(theirs),
	},
	{
		why: "What JSON_EXTRACT finds is compared as JSON in MySQL, as text in MariaDB.",
		matches: (sql, ours, theirs) =>
			/json_extract\([^()]*\) (=|<|>|<>|<=|>=) ('[^']*'|-?\d+(\.\d+)?)/.test(sql) &&
			ours.rows !== undefined &&
			theirs.rows !== undefined,
	},
	{
		why:
			"A string in a document is read as a number in MySQL; an array or a member's object is none, and 0 " +
			"in both with other digits.",
		matches: (sql, ours, theirs) =>
			/json_extract\([^()]*\) \+/.test(sql) &&
			cellsDiffer(ours, theirs, (mine, other) => Number(mine) === Number(other)),
	},
	{
		why: "JSON_REMOVE of what isn't there changes nothing; MariaDB is NULL for a document without members.",
		matches: (sql, ours, theirs) =>
			/json_remove\(/.test(sql) &&
			(cellsDiffer(ours, theirs, (mine, other) => mine !== null && other === null) ||
				(ours.ok !== undefined && theirs.ok !== undefined) ||
				/ is not null/.test(sql)),
	},
	{
		why: "CAST of a number in a document rounds in MySQL, and cuts off in MariaDB.",
		matches: (sql, ours, theirs) =>
			/cast\(json_extract\(.* as signed\)/.test(sql) &&
			cellsDiffer(ours, theirs, (mine, other) => Math.abs(Number(mine) - Number(other)) === 1),
	},
	{
		why:
			"An array in a document that is asked for as a number is an error in strict mode; MariaDB reads the " +
			"text of it, or another mistake first.",
		matches: (sql, ours, theirs) =>
			/json_extract\('\[10, 20, \[30\]\]'/.test(sql) && ours.error?.code === 1292 && theirs.error?.code !== 1292,
	},
	mistake(
		"A document that is none is 3140 in MySQL, a broken CHECK in MariaDB.",
		/^(insert|replace|update) /,
		"3140 4025",
	),
	{
		why: "BIT is a number in MySQL's text functions over documents.",
		matches: (sql, ours, theirs) => makesJson.test(sql) && cellsDiffer(ours, theirs, areBytesAndDigits),
	},
];
