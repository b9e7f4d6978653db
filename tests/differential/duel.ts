/**
 * Duel: sends each statement to two servers and reports differences, minimized, with known ones counted by reason.
 *
 * A world is a few tables, used by some hundred statements; a difference in the stored rows ends it and begins the
 * next.
 */
import type { WireClient, WireResult } from "../measured/wire.ts";
import { change } from "./change.ts";
import { Choice } from "./choice.ts";
import { apart, difference, printAnswer } from "./compare.ts";
import { knownDifferences } from "./known.ts";
import { makers, March, type Parting } from "./march.ts";
import { fixed, parametersOf, type Piece, print, show } from "./piece.ts";
import { lone, query } from "./query.ts";
import { makeTables, type Table } from "./schema.ts";
import { shrink } from "./shrink.ts";

const worldStatements = 200;
/** Consecutive worlds, before sequences with as many statements. */
const worldsInARow = 2;

const settings = [
	"set session sql_mode = " +
		"'ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO," +
		"NO_ENGINE_SUBSTITUTION'",
	"set names utf8mb4 collate utf8mb4_bin",
	"set time_zone = '+00:00', timestamp = 1600000000",
];

/**
 * MySQL rounds fractions of a second that do not fit; MariaDB truncates them by default. Its GROUP_CONCAT has another
 * default limit.
 */
const theirSettings = ["set session group_concat_max_len = 1024"];

interface Finding {
	readonly seed: number;
	readonly sql: string;
	readonly smallest: string;
	readonly ours: string;
	readonly theirs: string;
	/** The reason of a known difference. */
	readonly why: string | undefined;
}

interface DuelReport {
	statements: number;
	readonly findings: Finding[];
	/** Number of occurrences of each known difference. */
	readonly known: Map<string, number>;
	/** Number of statements that both refused. */
	refused: number;
}

/** Both answers, or the stored rows that differ after the statement. */
interface Played {
	readonly ours: WireResult;
	readonly theirs: WireResult;
	readonly differs: boolean;
}

export const allNames = Object.keys(makers);
const isRevocable = (sql: string): boolean => /^(insert|replace|update|delete)/.test(sql);
const isQuery = (sql: string): boolean => /^\(?select/.test(sql);
/** Rows are unordered unless the query ends with this ORDER BY; a change returns no rows. */
const isOrdered = (sql: string): boolean => !isQuery(sql) || / order by 1[^)]*$/.test(sql);

export class Duel {
	readonly #ours: WireClient;
	readonly #theirs: WireClient;
	#progressed: (report: DuelReport) => void = () => {};
	readonly report: DuelReport = { statements: 0, findings: [], known: new Map(), refused: 0 };

	constructor(ours: WireClient, theirs: WireClient) {
		this.#ours = ours;
		this.#theirs = theirs;
	}

	/**
	 * Plays statements. `found` is called for each difference, known ones included; `progressed` after every statement.
	 * `names` selects sequences: empty for worlds alone, `allNames` itself for worlds and all sequences, another list
	 * for those sequences alone.
	 */
	async play(
		firstSeed: number,
		count: number,
		found: (finding: Finding) => void,
		progressed: (report: DuelReport) => void = () => {},
		names: readonly string[] = [],
	): Promise<DuelReport> {
		this.#progressed = progressed;
		for (const sql of settings) {
			await this.#both(sql);
		}
		for (const sql of theirSettings) {
			await this.#theirs.query(sql);
		}
		for (let seed = firstSeed; this.report.statements < count; seed++) {
			const isWorld = names.length === 0 || (names === allNames && seed % (worldsInARow + 1) < worldsInARow);
			await (isWorld ? this.#world(seed, found) : this.#sequences(seed, names, found));
		}
		return this.report;
	}

	async #sequences(seed: number, names: readonly string[], found: (finding: Finding) => void): Promise<void> {
		const until = this.report.statements + worldStatements;
		const march = new March(
			(statement) => this.#both(statement),
			(ours) => {
				this.report.statements++;
				this.report.refused += ours.error === undefined ? 0 : 1;
				this.#progressed(this.report);
			},
		);
		for (let at = 0; this.report.statements < until; at++) {
			const parting = await march.sequence(seed * 1000 + at, names, (known) => this.#isKnown(known));
			if (parting !== undefined) {
				const shown = [...parting.before, parting.statement].map(show).join("; ");
				this.#note(
					seed,
					shown,
					show(parting.statement),
					parting.ours,
					parting.theirs,
					found,
					parting.before.map(show).join("; "),
				);
			}
		}
		for (const sql of ["rollback", "unlock tables", "set autocommit = 1", "use test", ...settings]) {
			await this.#both(sql);
		}
	}

	/** A known difference of a query does not affect the statements after it. */
	#isKnown({ before, statement, ours, theirs }: Parting): boolean {
		const known = knownDifferences.find(({ matches }) =>
			matches(show(statement), ours, theirs, before.map(show).join("; ")),
		);
		if (known === undefined || ours.ok !== undefined || theirs.ok !== undefined) {
			return false;
		}
		this.#note(0, show(statement), show(statement), ours, theirs, () => {}, before.map(show).join("; "));
		return true;
	}

	async #world(seed: number, found: (finding: Finding) => void): Promise<void> {
		const choice = new Choice(seed);
		const { tables, statements } = makeTables(choice, choice.between(2, 3));
		for (const sql of ["drop table if exists renamed", ...statements]) {
			const [ours, theirs] = await this.#both(sql);
			if (difference(ours, theirs, true) !== undefined) {
				this.#note(seed, sql, sql, ours, theirs, found);
				return;
			}
		}
		const filled = await this.#stored(tables);
		if (filled !== undefined) {
			this.#note(
				seed,
				statements.join("; "),
				statements.find((sql) => sql.startsWith(`insert ignore into ${filled.table} `)) ?? "",
				filled.ours,
				filled.theirs,
				found,
			);
			return;
		}
		for (let at = 0; at < worldStatements; at++) {
			const kind = choice.between(1, 10);
			const isChange = kind > 8;
			const statements = isChange ? change(choice, tables) : [kind < 5 ? lone(choice) : query(choice, tables)];
			const making = statements.map(print).find((sql) => /^create /.test(sql)) ?? "";
			for (const statement of statements) {
				if (!(await this.#step(seed, statement, isChange ? tables : [], making, found)) && isChange) {
					return;
				}
			}
		}
	}

	/**
	 * Returns whether the world can continue: both servers agree, or the change was rolled back. `making`: the
	 * statement that created the view or table of a short series.
	 */
	async #step(
		seed: number,
		statement: Piece,
		changed: readonly Table[],
		making: string,
		found: (finding: Finding) => void,
	): Promise<boolean> {
		this.report.statements++;
		this.#progressed(this.report);
		const sql = print(statement);
		const played = await this.#played(sql, changed, true);
		if (!played.differs) {
			this.report.refused += played.ours.error === undefined ? 0 : 1;
			return true;
		}
		// A statement that cannot be rolled back cannot be repeated.
		const isRepeatable = isRevocable(sql) || isQuery(sql);
		const smallest = isRepeatable
			? await shrink(statement, async (smaller) => (await this.#played(print(smaller), changed, false)).differs)
			: statement;
		const text = print(smallest);
		const { ours, theirs } = isRepeatable ? await this.#played(text, changed, false) : played;
		const behind = making === "" || making === sql ? "" : ` -- ${making}`;
		this.#note(seed, sql + behind, text + behind, ours, theirs, found);
		return isRevocable(sql);
	}

	/**
	 * Runs a statement on both servers. A change that can be rolled back is committed only if both agree and `keeps` is
	 * set.
	 */
	async #played(sql: string, changed: readonly Table[], keeps: boolean): Promise<Played> {
		if (!isRevocable(sql)) {
			return this.#compared(sql, changed);
		}
		await this.#both("begin");
		const played = await this.#compared(sql, changed);
		await this.#both(keeps && !played.differs ? "commit" : "rollback");
		return played;
	}

	async #compared(sql: string, changed: readonly Table[]): Promise<Played> {
		const [ours, theirs] = await this.#both(sql);
		if (difference(ours, theirs, isOrdered(sql)) !== undefined) {
			return { ours, theirs, differs: true };
		}
		const stored = await this.#stored(changed);
		return stored === undefined
			? { ours, theirs, differs: false }
			: { ours: stored.ours, theirs: stored.theirs, differs: true };
	}

	/** Returns the first table whose contents differ, with the rows that differ. */
	async #stored(
		tables: readonly Table[],
	): Promise<{ readonly table: string; readonly ours: WireResult; readonly theirs: WireResult } | undefined> {
		for (const { name } of tables) {
			const [ours, theirs] = await this.#both(`select * from ${name} order by id`);
			if (difference(ours, theirs, true) !== undefined) {
				const [mine, other] = apart(ours, theirs);
				return { table: name, ours: mine, theirs: other };
			}
		}
		return undefined;
	}

	#note(
		seed: number,
		sql: string,
		smallest: string,
		ours: WireResult,
		theirs: WireResult,
		found: (finding: Finding) => void,
		before = "",
	): void {
		const known = knownDifferences.find(({ matches }) => matches(smallest, ours, theirs, before));
		if (known !== undefined) {
			this.report.known.set(known.why, (this.report.known.get(known.why) ?? 0) + 1);
		}
		const [mine, other] = apart(ours, theirs);
		const finding = { seed, sql, smallest, ours: printAnswer(mine), theirs: printAnswer(other), why: known?.why };
		if (known === undefined) {
			this.report.findings.push(finding);
		}
		found(finding);
	}

	#both(asked: Piece | string): Promise<[WireResult, WireResult]> {
		const statement = typeof asked === "string" ? fixed(asked) : asked;
		const [sql, parameters] = [print(statement), parametersOf(statement)];
		const theirSql = sql.replace(/^(set session sql_mode = ')(.*)'$/, "$1$2,TIME_ROUND_FRACTIONAL'");
		return parameters.length > 0
			? Promise.all([this.#ours.prepared(sql, parameters), this.#theirs.prepared(sql, parameters)])
			: Promise.all([this.#ours.query(sql), this.#theirs.query(theirSql)]);
	}
}
