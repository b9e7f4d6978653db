/**
 * Functions named by MySQL's grammar, with their numbers of arguments: a wrong number is a syntax error.
 *
 * For all other functions the planner counts arguments.
 */
/** Minimum and maximum. */
export const argumentCounts: ReadonlyMap<string, readonly [least: number, most: number]> = new Map([
	["ascii", [1, 1]],
	["charset", [1, 1]],
	["coalesce", [1, Infinity]],
	["collation", [1, 1]],
	["contains", [2, 2]],
	["database", [0, 0]],
	["date", [1, 1]],
	["day", [1, 1]],
	["format", [2, 3]],
	["hour", [1, 1]],
	["if", [3, 3]],
	["insert", [4, 4]],
	["interval", [2, Infinity]],
	["left", [2, 2]],
	["linestring", [1, Infinity]],
	["microsecond", [1, 1]],
	["minute", [1, 1]],
	["month", [1, 1]],
	["multilinestring", [1, Infinity]],
	["multipoint", [1, Infinity]],
	["multipolygon", [1, Infinity]],
	["password", [1, 1]],
	["point", [2, 2]],
	["polygon", [1, Infinity]],
	["quarter", [1, 1]],
	["repeat", [2, 2]],
	["replace", [3, 3]],
	["reverse", [1, 1]],
	["right", [2, 2]],
	["row_count", [0, 0]],
	["second", [1, 1]],
	["time", [1, 1]],
	["timestamp", [1, 2]],
	["truncate", [2, 2]],
	["week", [1, 2]],
	["year", [1, 1]],
]);
