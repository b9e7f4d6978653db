/**
 * Two servers side by side: every statement goes to both.
 *
 * In: two clients, a seed, how many statements. Out: the differences, each made as small as it gets, those on the list counted by
 * their reason. A world is a few tables that some hundred statements are played on; after a difference in what is stored, the next
 * world begins. It refuses to know who the servers are.
 */
import type { WireClient, WireResult } from "../measured/wire.ts";
import { change } from "./change.ts";
import { Choice } from "./choice.ts";
import { apart, difference, printAnswer } from "./compare.ts";
import { knownDifferences } from "./known.ts";
import { type Piece, print } from "./piece.ts";
import { lone, query } from "./query.ts";
import { makeTables, type Table } from "./schema.ts";
import { shrink } from "./shrink.ts";

const worldStatements = 200;

const settings = [
	"set session sql_mode = 'ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'",
	"set names utf8mb4 collate utf8mb4_bin",
	"set time_zone = '+00:00', timestamp = 1600000000",
];

/** MySQL rounds fractions of a second that do not fit; MariaDB cuts them off unless told. */
const theirSettings = ["set session sql_mode = concat(@@sql_mode, ',TIME_ROUND_FRACTIONAL')"];

export interface Finding {
	readonly seed: number;
	readonly sql: string;
	readonly smallest: string;
	readonly ours: string;
	readonly theirs: string;
}

export interface DuelReport {
	statements: number;
	readonly findings: Finding[];
	/** How often each known difference was met. */
	readonly known: Map<string, number>;
	/** How many statements both refused. */
	refused: number;
}

export class Duel {
	readonly #ours: WireClient;
	readonly #theirs: WireClient;
	readonly report: DuelReport = { statements: 0, findings: [], known: new Map(), refused: 0 };

	constructor(ours: WireClient, theirs: WireClient) {
		this.#ours = ours;
		this.#theirs = theirs;
	}

	async play(firstSeed: number, count: number, found: (finding: Finding) => void): Promise<DuelReport> {
		for (const sql of settings) {
			await this.#both(sql);
		}
		for (const sql of theirSettings) {
			await this.#theirs.query(sql);
		}
		for (let seed = firstSeed; this.report.statements < count; seed++) {
			await this.#world(seed, found);
		}
		return this.report;
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
			this.#note(seed, statements.join("; "), statements.find((sql) => sql.startsWith(`insert ignore into ${filled.table} `)) ?? "", filled.ours, filled.theirs, found);
			return;
		}
		for (let at = 0; at < worldStatements; at++) {
			const kind = choice.between(1, 10);
			const isChange = kind > 8;
			for (const statement of isChange ? change(choice, tables) : [kind < 5 ? lone(choice) : query(choice, tables)]) {
				if (!(await this.#step(seed, statement, isChange ? tables : [], found)) && isChange) {
					return;
				}
			}
		}
	}

	/** Tells whether both answered alike. */
	async #step(seed: number, statement: Piece, changed: readonly Table[], found: (finding: Finding) => void): Promise<boolean> {
		this.report.statements++;
		const sql = print(statement);
		const isRevocable = /^(insert|replace|update|delete)/.test(sql);
		if (isRevocable) {
			await this.#both("begin");
		}
		const [ours, theirs] = await this.#both(sql);
		const same = difference(ours, theirs, sql.includes(" order by 1")) === undefined;
		const stored = same ? await this.#stored(changed) : undefined;
		if (same && stored === undefined) {
			this.report.refused += ours.error === undefined ? 0 : 1;
			if (isRevocable) {
				await this.#both("commit");
			}
			return true;
		}
		if (isRevocable) {
			await this.#both("rollback");
		}
		const smallest = isRevocable || !/^(select|\(select)/.test(sql) ? await this.#shrunkChange(statement, changed) : await shrink(statement, async (smaller) => this.#differs(print(smaller)));
		const text = print(smallest);
		const [mine, other] = isRevocable ? await this.#undone(text, changed) : stored !== undefined ? [stored.ours, stored.theirs] as const : /^\(?select/.test(text) ? await this.#both(text) : [ours, theirs] as const;
		this.#note(seed, sql, text, mine, other, found);
		return isRevocable;
	}

	async #shrunkChange(statement: Piece, changed: readonly Table[]): Promise<Piece> {
		if (!/^(insert|replace|update|delete)/.test(print(statement))) {
			return statement;
		}
		return shrink(statement, async (smaller) => {
			await this.#both("begin");
			const [ours, theirs] = await this.#both(print(smaller));
			const differs = difference(ours, theirs, true) !== undefined || (await this.#stored(changed)) !== undefined;
			await this.#both("rollback");
			return differs;
		});
	}

	/** What both answer, or the stored rows in which they differ after it. */
	async #undone(sql: string, changed: readonly Table[]): Promise<[WireResult, WireResult]> {
		await this.#both("begin");
		const answers = await this.#both(sql);
		const stored = difference(...answers, true) === undefined ? await this.#stored(changed) : undefined;
		await this.#both("rollback");
		return stored === undefined ? answers : [stored.ours, stored.theirs];
	}

	/** The first table that holds something else, with the rows that differ. */
	async #stored(tables: readonly Table[]): Promise<{ readonly table: string; readonly ours: WireResult; readonly theirs: WireResult } | undefined> {
		for (const { name } of tables) {
			const [ours, theirs] = await this.#both(`select * from ${name} order by id`);
			if (difference(ours, theirs, true) !== undefined) {
				const [mine, other] = apart(ours, theirs);
				return { table: name, ours: mine, theirs: other };
			}
		}
		return undefined;
	}

	async #differs(sql: string): Promise<boolean> {
		const [ours, theirs] = await this.#both(sql);
		return difference(ours, theirs, sql.includes(" order by 1")) !== undefined;
	}

	#note(seed: number, sql: string, smallest: string, ours: WireResult, theirs: WireResult, found: (finding: Finding) => void): void {
		const known = knownDifferences.find(({ matches }) => matches(smallest, ours, theirs));
		if (known !== undefined) {
			this.report.known.set(known.why, (this.report.known.get(known.why) ?? 0) + 1);
			return;
		}
		const [mine, other] = apart(ours, theirs);
		const finding = { seed, sql, smallest, ours: printAnswer(mine), theirs: printAnswer(other) };
		this.report.findings.push(finding);
		found(finding);
	}

	#both(sql: string): Promise<[WireResult, WireResult]> {
		return Promise.all([this.#ours.query(sql), this.#theirs.query(sql)]);
	}
}
