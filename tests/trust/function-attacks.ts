/**
 * Attacks by a function's arguments: every function with values of megabytes at each place.
 */
import { functionNames } from "../../core/functions/registry.ts";
import type { Attack } from "./attack.ts";
import { everyRound } from "./every-round.ts";
import type { Mutator } from "./mutator.ts";
import { codeOf } from "./play-attack.ts";
import type { TrustedServer } from "./trusted-server.ts";

/** They wait. */
const waiting = /^(?:sleep|benchmark|get_lock|master_pos_wait|wait_)/;

const bytes = 2_000_000;
const parts = [
	...["x'00'", "x'ff'", "'é'", "'9'", "' '", "'('", "'['", "'<a>'", "'%a'", "'1,'", "'2020-01-01 '", "'a-b:'"],
	...[`'"\\\\'`, "'{\"a\":'", "'0.'", "'1e5 '", "'日'", "'a.b.'"],
];
const small = ["'a'", "2", "'{\"a\": 1}'", "'$.a'", "null", "'2020-01-01'", "1.5", "x'ff'"];

/** Operators and casts, whose argument is `?`. */
const operations = [
	...["? + 1", "-?", "~?", "? << 2", "? div 2", "? and 1", "? = 1", "? <=> 'a'", "? in (1, 'a')", "? between 1 and 2"],
	...["? like 'a%'", "? regexp 'a'", "binary ?", "? collate utf8mb4_unicode_ci = 'a'", "? sounds like 'a'"],
	...[
		"cast(? as signed)",
		"cast(? as decimal(65, 30))",
		"cast(? as datetime(6))",
		"cast(? as time)",
		"cast(? as json)",
	],
	...["cast(? as char(10))", "convert(? using latin1)", "convert(? using utf16)", "convert(? using gbk)"],
	...[
		"date_add('2020-01-01', interval ? day_microsecond)",
		"date_add(?, interval 1 day)",
		"extract(year_month from ?)",
	],
	...["weight_string(?)", "weight_string('a' as char(100000000))", "trim(both 'a' from ?)", "json_extract('{}', ?)"],
];

const calls = [
	...operations,
	...functionNames()
		.filter((name) => /^\w+$/.test(name) && !waiting.test(name))
		.flatMap((name) => Array.from({ length: 3 }, (_, count) => `${name}(${"?, ".repeat(count)}?)`)),
];

/** One of its arguments is long; they all may be. */
function callOf(mutator: Mutator): string {
	const call = mutator.one(calls);
	const long = (): string => {
		const part = mutator.one(parts);
		return `repeat(${part}, ${Math.floor(bytes / 3)})`;
	};
	const place = mutator.below(call.split("?").length - 1);
	let at = 0;
	return call.replace(/\?/g, () => (at++ === place || mutator.below(4) === 0 ? long() : mutator.one(small)));
}

/** Plays so many; returns a sentence about an internal error. */
async function longArguments(server: TrustedServer, mutator: Mutator, count: number): Promise<string | undefined> {
	const connection = await server.connect();
	try {
		await connection.query("set sql_mode = ''");
		for (let left = count; left > 0; left--) {
			const sql = `select length(${callOf(mutator)})`;
			const code = await codeOf(connection, sql);
			if (typeof code === "string") {
				return `${code}: ${sql}`;
			}
		}
		return undefined;
	} finally {
		connection.destroy();
	}
}

/** A round of the attack. */
const statementsInRound = 10;

export const functionAttacks: readonly Attack[] = [
	{
		name: "functions of values of megabytes",
		rounds: { usual: 60, long: 20_000 },
		slowOften: { boundMs: 100, why: "every statement makes megabytes" },
		run: (field) =>
			everyRound(field, statementsInRound, (mutator) => longArguments(field.server, mutator, statementsInRound), 1),
	},
];
