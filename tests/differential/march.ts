/**
 * Plays sequences of dependent statements, each in an empty database, and minimizes the first difference.
 *
 * A difference is reported with the fewest statements before it that still produce it.
 */
import type { WireResult } from "../measured/wire.ts";
import { Choice } from "./choice.ts";
import { difference } from "./compare.ts";
import { fixed, type Piece, print } from "./piece.ts";
import { alteration } from "./sequence/alteration.ts";
import { charset } from "./sequence/charset.ts";
import { conversion } from "./sequence/conversion.ts";
import { document } from "./sequence/document.ts";
import { foreignKey } from "./sequence/foreign-key.ts";
import { generated } from "./sequence/generated.ts";
import { grouping } from "./sequence/grouping.ts";
import { joinedChange } from "./sequence/joined-change.ts";
import { keyConflict } from "./sequence/key-conflict.ts";
import { mode } from "./sequence/mode.ts";
import { partition } from "./sequence/partition.ts";
import { prepared } from "./sequence/prepared.ts";
import { resultType } from "./sequence/result-type.ts";
import { temporary } from "./sequence/temporary.ts";
import { transaction } from "./sequence/transaction.ts";
import { unique } from "./sequence/unique.ts";
import { variable } from "./sequence/variable.ts";
import { view } from "./sequence/view.ts";
import { shrink } from "./shrink.ts";

export const makers: Readonly<Record<string, (choice: Choice) => readonly Piece[]>> = {
	alteration,
	charset,
	conversion,
	document,
	foreignKey,
	generated,
	grouping,
	joinedChange,
	keyConflict,
	mode,
	partition,
	prepared,
	resultType,
	temporary,
	transaction,
	unique,
	variable,
	view,
};

type Ask = (statement: Piece) => Promise<[WireResult, WireResult]>;

export interface Parting {
	readonly before: readonly Piece[];
	readonly statement: Piece;
	readonly ours: WireResult;
	readonly theirs: WireResult;
}

/** State of the session and its database at the beginning of each sequence. */
const beginning: readonly string[] = [
	"rollback",
	"unlock tables",
	"set autocommit = 1",
	"set foreign_key_checks = 1",
	"drop temporary table if exists seq.w, seq.q, seq.p",
	"drop database if exists seq",
	"create database seq character set utf8mb4 collate utf8mb4_bin",
	"use seq",
	"set names utf8mb4 collate utf8mb4_bin",
	"set session sql_mode = " +
		"'ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO," +
		"NO_ENGINE_SUBSTITUTION'",
	"set last_insert_id = 0",
	"set @a = null, @b = null, @n = null, @m = null, @t = null, @`c d` = null",
];

const attempts = 60;

export class March {
	readonly #ask: Ask;
	/** Called with our answer to each statement that is played for the first time. */
	readonly #played: (ours: WireResult) => void;

	constructor(ask: Ask, played: (ours: WireResult) => void) {
		this.#ask = ask;
		this.#played = played;
	}

	/** `isKnown`: a known difference, which does not affect later statements. */
	async sequence(
		seed: number,
		names: readonly string[],
		goesOn: (parting: Parting) => boolean,
	): Promise<Parting | undefined> {
		const choice = new Choice(seed);
		const statements = makers[choice.pick(names)]!(choice);
		await this.#begin();
		for (const [at, statement] of statements.entries()) {
			const [ours, theirs] = await this.#ask(statement);
			this.#played(ours);
			if (difference(ours, theirs, isOrdered(print(statement))) === undefined) {
				continue;
			}
			const parting = { before: statements.slice(0, at), statement, ours, theirs };
			if (!goesOn(parting)) {
				return this.#smaller(parting);
			}
		}
		return undefined;
	}

	async #begin(): Promise<void> {
		for (const sql of beginning) {
			await this.#ask(fixed(sql));
		}
	}

	/** Repeats the sequence without one statement after another. */
	async #smaller(parting: Parting): Promise<Parting> {
		let current = (await this.#again(parting.before, parting.statement)) ?? parting;
		let left = attempts;
		for (let at = current.before.length - 1; at >= 0 && left-- > 0; at--) {
			current = (await this.#again(current.before.toSpliced(at, 1), current.statement)) ?? current;
		}
		const statement = await shrink(
			current.statement,
			async (smaller) => left-- > 0 && (await this.#again(current.before, smaller)) !== undefined,
		);
		return (await this.#again(current.before, statement)) ?? current;
	}

	/** Returns undefined if an earlier statement differs, or this one no longer does. */
	async #again(before: readonly Piece[], statement: Piece): Promise<Parting | undefined> {
		await this.#begin();
		for (const each of before) {
			const [ours, theirs] = await this.#ask(each);
			if (
				difference(ours, theirs, isOrdered(print(each))) !== undefined &&
				(ours.rows === undefined || theirs.rows === undefined)
			) {
				return undefined;
			}
		}
		const [ours, theirs] = await this.#ask(statement);
		return difference(ours, theirs, isOrdered(print(statement))) === undefined
			? undefined
			: { before, statement, ours, theirs };
	}
}

const isOrdered = (sql: string): boolean => / order by [^()]*$/.test(sql);
