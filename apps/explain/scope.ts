/**
 * Scope: of what each release brought, by its notes, what is simulated and what is not.
 *
 * What is simulated follows from the rules; what is not stands here.
 */
import { releaseNames } from "../../plugins/index.ts";
import { wrapped } from "./wrapped-text.ts";
import { type ExplainedRule, explainedRules } from "./explained-rule.ts";

/** For reports of a rehearsal, behind `Not simulated: `. */
export const notSimulated =
	"time and steps of DDL, plans, clusters, retries of transactions, TRUNCATE's privilege before 2.1.7, " +
	"functions as each release had them (verso explain scope)";

/** Of no release in particular. */
const general: readonly string[] = [
	"Time: how long data definition takes and waits, and the steps in which servers of a cluster see it. A change is seen at once.",
	"Clusters: regions, placement, leases, a rolling upgrade's load. Old and new servers on one store are (--mixed).",
	"Retries: the real servers may run a transaction again after a conflict; here the later writer waits, or fails with 1213.",
	"Plans, statistics, hints: queries give the same rows, in another time and, without ORDER BY, perhaps another order.",
	"Functions and errors that have nothing to do with character sets: they are MySQL 5.7's at every release.",
	"Foreign keys: as measured none is enforced, as documented they are MySQL's. No recording shows either.",
	"Order of ids: as measured ids come in batches, but not those of several servers in turn.",
];

/** By release, in its notes and in no rule. */
const unsimulated: Readonly<Record<string, readonly string[]>> = {
	"2.0": ["Whatever 2.0.0 to 2.0.11 changed one by one: 2.0.3 was measured, and stands for all."],
	"2.1.0": [
		"Functions and statements that 2.0 lacks: JSON_CONTAINS, JSON_CONTAINS_PATH, ENCODE, DECODE, ALTER TABLE ... RENAME KEY, SHOW PRIVILEGES, cursors.",
		"Parallel data definition, and that clusters before 2.0.1 cannot be upgraded one server at a time.",
		"Variables that limit retries of transactions.",
		"The way back: the storage engine of 2.0 cannot read what 2.1 wrote.",
	],
	"2.1.1": [
		"ROUND of negative dates, UNCOMPRESS of short data, arguments of prepared statements that stay bound.",
		"The variable for the speed of adding indexes.",
	],
	"2.1.2": ["Wrong rows of anti joins, wrong times behind a write of the same transaction."],
	"2.1.3": [
		"CAST to TIME with too large a precision, or of wrong text; CASE of JSON.",
		"RENAME TABLE as MySQL has it, ALTER TABLE ... TRUNCATE PARTITION, ALLOW_INVALID_DATES: here at every release.",
		"Ranges over prefix indexes, wrong rows of merge joins.",
		"The check of time zones, and the length limit of VARCHAR in utf8mb4.",
	],
	"2.1.4": ["FORMAT, VALUES() of FLOAT and ENUM, FLOAT as text, DATE_ADD and DATE_SUB."],
	"2.1.5": [
		"Overflow of unsigned integers in INSERT, != ANY and = ALL, RAND with a seed, NULL in semi joins.",
		"Default values of TIMESTAMP in other time zones, LOAD DATA of odd files.",
		"The variable for a check of uniqueness at once; the database in the general log.",
	],
	"2.1.6": ["Checks of aggregates in subqueries, the variable log_bin."],
	"2.1.7": [
		"TRUNCATE TABLE needs DROP from here on, and DELETE before: here DROP at every release.",
		"STR_TO_DATE, LAST_DAY, WEEK with default_week_format; subqueries in DO.",
		"The column of table ids in information_schema.TABLES, and the system table of indexes.",
	],
};

interface ReleaseScope {
	readonly release: string;
	readonly simulated: readonly { readonly rule: string; readonly origin: string; readonly note: string }[];
	readonly not: readonly string[];
}

interface Scope {
	readonly general: readonly string[];
	readonly releases: readonly ReleaseScope[];
}

export function scope(): Scope {
	const rules = explainedRules();
	const releases = releaseNames.filter((name) => !name.endsWith("x"));
	return {
		general,
		releases: releases.map((release) => ({
			release,
			simulated: rules
				.filter((each) => firstReleaseOf(each) === release)
				.map(({ rule, origin, note }) => ({ rule, origin, note })),
			not: unsimulated[release] ?? [],
		})),
	};
}

/** Where a rule begins: a quirk that holds from the first release on begins there. */
function firstReleaseOf({ page, from }: ExplainedRule): string {
	return page.kind === "release" ? page.name : (from ?? (releaseNames[0] as string));
}

/** @param columns lists of quirks are broken there */
export function scopeText({ general: always, releases }: Scope, columns: number): string {
	const parts = releases.map(({ release, simulated, not }) => {
		const rules = simulated.filter(({ origin }) => origin.startsWith("release "));
		const quirks = new Set(simulated.map(({ origin }) => origin).filter((origin) => origin.startsWith("quirk ")));
		const names = [...quirks].map((origin) => origin.slice("quirk ".length)).join(", ");
		return [
			release,
			...rules.map(({ note, rule }) => wrapped(`${note} (${rule})`, columns, "  + ")),
			...(names === "" ? [] : [wrapped(`as measured: ${names}`, columns, "  + ")]),
			...not.map((each) => wrapped(each, columns, "  - ")),
		].join("\n");
	});
	const rest = ["At every release", ...always.map((each) => wrapped(each, columns, "  - "))].join("\n");
	return (
		"What is simulated (+) and what is not (-); a rule holds until another of its hook, a quirk for its range: " +
		`verso explain NAME\n\n${[...parts, rest].join("\n\n")}\n`
	);
}
