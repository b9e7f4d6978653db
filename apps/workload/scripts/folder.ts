/**
 * Files of a folder of migrations, in the order in which the tool that wrote their names runs them.
 *
 * Numbers in names count as numbers: `V2` before `V10`, `9_a` before `10_b`. Flyway's repeatable files come last, and
 * what is only for the way back is left out. A dump of mydumper is a folder, too: databases, then tables, then rows.
 */
import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { UsageError } from "../../compose/usage-error.ts";
import { reasonOf } from "../../cli/read-statements.ts";
import type { StatementList } from "../statement-list.ts";

const script = /\.(sql|ddl|mysql)(\.gz)?$/i;
const wayBack =
	/\.(down|undo|rollback|revert)\.sql(\.gz)?$|[-_](down|undo|rollback)\.sql(\.gz)?$|(^|\/)(down|undo|rollback|revert)\.sql$/i;
const versioned = /^V(\d+(?:[._]\d+)*)__/i;
const flywayUndo = /^U\d+(?:[._]\d+)*__/i;
const repeatable = /^R__/i;
const callback =
	/^(before|after)(Each)?(Migrate|Clean|Info|Validate|Baseline|Repair|Undo|Version|Repeatables|Connect|CreateSchema)/;
const baseline = /^B\d+(?:[._]\d+)*__/i;

interface ScriptFolder {
	/** Paths, in order; the database that a file's name says. */
	readonly files: readonly { readonly path: string; readonly database?: string }[];
	/** Flyway's: `${name}` in them is a placeholder. */
	readonly isFlyway: boolean;
}

/** Notes what is left out. Throws UsageError for a folder without scripts. */
export function readFolder(folder: string, list: StatementList): ScriptFolder {
	const all = filesBelow(folder).map((path) => ({ path, name: baseName(path), local: relative(folder, path) }));
	const scripts = all.filter(({ name }) => script.test(name));
	if (scripts.length === 0) {
		throw new UsageError(`${folder} has no file that ends in .sql`, 2);
	}
	if (scripts.some(({ name }) => mydumperDatabase.test(name))) {
		return { files: mydumperFiles(scripts), isFlyway: false };
	}
	const isFlyway = scripts.some(({ name }) => versioned.test(name));
	const left = scripts.filter(({ name, local }) => leftOut(name, local, isFlyway) !== undefined);
	for (const { name, local } of left) {
		list.note(leftOut(name, local, isFlyway) as string);
	}
	const files = scripts
		.filter((each) => !left.includes(each))
		.sort((one, other) => order(one, other, isFlyway))
		.map(({ path }) => ({ path }));
	return { files, isFlyway };
}

/** Why a file is not run: a note. */
function leftOut(name: string, local: string, isFlyway: boolean): string | undefined {
	if ((isFlyway && flywayUndo.test(name)) || wayBack.test(local)) {
		return "left out, since only for the way back: {n} files";
	}
	if (isFlyway && callback.test(name)) {
		return `${local} is left out: Flyway calls it at events of its own`;
	}
	if (isFlyway && baseline.test(name)) {
		return `${local} is left out: the versions that it sums up are run`;
	}
	return undefined;
}

function filesBelow(folder: string): string[] {
	try {
		return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
			const path = join(folder, entry.name);
			if (entry.name.startsWith(".") || entry.name === "node_modules") {
				return [];
			}
			return entry.isDirectory() ? filesBelow(path) : [path];
		});
	} catch (failure) {
		throw new UsageError(`cannot read ${folder}: ${reasonOf(failure)}`, 2);
	}
}

const mydumperDatabase = /^(.+)-schema-create\.sql(\.gz)?$/;
/** Ranks of its other files; rows are between the tables and what may read them. */
const mydumperRanks: readonly RegExp[] = [
	mydumperDatabase,
	/-schema\.sql(\.gz)?$/,
	/^(?!.*-schema).*\.sql(\.gz)?$/,
	/-schema-view\.sql(\.gz)?$/,
	/-schema-(triggers|post)\.sql(\.gz)?$/,
];

/** A file is of the database before the first dot of its name. */
function mydumperFiles(scripts: readonly (Named & { readonly path: string })[]): ScriptFolder["files"] {
	const rank = (name: string): number => mydumperRanks.findIndex((pattern) => pattern.test(name));
	return [...scripts]
		.sort((one, other) => rank(one.name) - rank(other.name) || compareNames(one.name, other.name))
		.map(({ path, name }) =>
			rank(name) === 0
				? { path }
				: { path, database: name.replace(/(-schema-post)?\.sql.*$/, "").split(".")[0] as string },
		);
}

interface Named {
	readonly name: string;
	readonly local: string;
}

/** Flyway orders by version whatever the subfolder; all others by path. */
function order(one: Named, other: Named, isFlyway: boolean): number {
	if (isFlyway) {
		const [mine, its] = [versioned.exec(one.name)?.[1], versioned.exec(other.name)?.[1]];
		if (mine !== undefined && its !== undefined) {
			return compareVersions(mine, its) || compareNames(one.local, other.local);
		}
		if (mine !== its) {
			return mine === undefined ? 1 : -1;
		}
		const [repeats, itsRepeats] = [repeatable.test(one.name), repeatable.test(other.name)];
		return repeats === itsRepeats ? compareNames(one.name, other.name) : repeats ? 1 : -1;
	}
	return compareNames(one.local, other.local);
}

function compareVersions(one: string, other: string): number {
	const [mine, its] = [one.split(/[._]/), other.split(/[._]/)];
	for (let at = 0; at < Math.max(mine.length, its.length); at++) {
		const difference = BigInt(mine[at] ?? 0) - BigInt(its[at] ?? 0);
		if (difference !== 0n) {
			return difference < 0n ? -1 : 1;
		}
	}
	return 0;
}

/** Runs of digits by their number, all else by its code; `a.sql` before `a_b.sql`. */
function compareNames(one: string, other: string): number {
	const [mine, its] = [partsOf(one), partsOf(other)];
	for (let at = 0; at < Math.min(mine.length, its.length); at++) {
		const [left, right] = [mine[at] as string, its[at] as string];
		const areNumbers = /^\d/.test(left) && /^\d/.test(right);
		const difference = areNumbers ? compareVersions(left, right) : left < right ? -1 : left > right ? 1 : 0;
		if (difference !== 0) {
			return difference;
		}
	}
	return mine.length - its.length || (one < other ? -1 : one > other ? 1 : 0);
}

function partsOf(name: string): readonly string[] {
	return name.replace(script, "").match(/\d+|\D+/g) ?? [];
}

function baseName(path: string): string {
	return path.slice(path.lastIndexOf("/") + 1);
}
