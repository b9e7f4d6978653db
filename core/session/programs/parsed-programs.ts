/**
 * Parsed stored programs by text, weighed in the budget of the statement caches, which evicts those not used for long.
 *
 * Records are decoded anew after changes of the schema, their texts stay: a program is found by its record first, then
 * by its text. One that is too large for the budget is kept beside it until the next is parsed, so that a loop of calls
 * parses it once.
 */
import { runGivingWay } from "../../async/cooperative-task.ts";
import { after, type MaybePromise } from "../../async/maybe-promise.ts";
import { routineText, triggerText } from "../../catalog/program.ts";
import type { ProgramRecord, RoutineRecord, TriggerRecord } from "../../catalog/record.ts";
import { longText } from "../../sql/parser.ts";
import { parseProgram, parseProgramInSteps } from "../../sql/parse/index.ts";
import type { CreateProgram } from "../../sql/tree/statement.ts";
import { parseSqlMode } from "../../types/evaluation/sql-mode.ts";
import type { ByteString } from "../../types/value/value.ts";
import type { CacheBudget, CachePlace } from "../plan-cache/cache-budget.ts";

/** Bytes in V8's heap a byte of text, of the tree and the instructions made from it: 52 to 76 measured. */
const bytesOfLetter = 70;
const usualBytes = 4000;

/** A statement, between whose steps others are served. */
interface GivingWay {
	giveWay(): MaybePromise<void>;
}

class ParsedProgram implements CachePlace {
	isUsed = false;
	/** Undefined: evicted. */
	program: CreateProgram | undefined;
	readonly weight: number;
	readonly #key: ByteString;
	readonly #all: Map<ByteString, ParsedProgram>;

	constructor(program: CreateProgram, key: ByteString, all: Map<ByteString, ParsedProgram>) {
		this.program = program;
		this.weight = usualBytes + key.length * bytesOfLetter;
		this.#key = key;
		this.#all = all;
		all.set(key, this);
	}

	empty(): void {
		this.program = undefined;
		this.#all.delete(this.#key);
	}
}

export class ParsedPrograms {
	readonly #budget: CacheBudget;
	readonly #byRecord = new WeakMap<ProgramRecord, ParsedProgram>();
	/** By mode and text. */
	readonly #byText = new Map<ByteString, ParsedProgram>();
	/** Too large for the budget. */
	#large: ParsedProgram | undefined;

	constructor(budget: CacheBudget) {
		this.#budget = budget;
	}

	routine(record: RoutineRecord, statement: GivingWay): MaybePromise<CreateProgram> {
		return this.#program(record, statement, () => routineText(record, record.bodyText));
	}

	trigger(record: TriggerRecord, statement: GivingWay): MaybePromise<CreateProgram> {
		return this.#program(record, statement, () => triggerText(record));
	}

	/** Number of programs that are kept. */
	get size(): number {
		return this.#byText.size;
	}

	/** Bytes beside the budget. */
	get largeBytes(): number {
		return this.#large?.weight ?? 0;
	}

	#program(record: ProgramRecord, statement: GivingWay, textOf: () => ByteString): MaybePromise<CreateProgram> {
		const found = this.#byRecord.get(record);
		if (found?.program !== undefined) {
			found.isUsed = true;
			return found.program;
		}
		const text = textOf();
		const key = `${record.sqlMode} ${text}`;
		const known = this.#take(record, key);
		if (known !== undefined) {
			return known;
		}
		const mode = parseSqlMode(record.sqlMode);
		return text.length <= longText
			? this.#keep(record, key, parseProgram(text, mode))
			: after(runGivingWay(statement, parseProgramInSteps(text, mode)), (made) => this.#keep(record, key, made));
	}

	/** The program of a text that no record was found by. */
	#take(record: ProgramRecord, key: ByteString): CreateProgram | undefined {
		const kept = this.#byText.get(key);
		if (kept?.program !== undefined) {
			kept.isUsed = true;
			this.#byRecord.set(record, kept);
		}
		return kept?.program;
	}

	/** Returns the program. */
	#keep(record: ProgramRecord, key: ByteString, program: CreateProgram): CreateProgram {
		// Another may have parsed it meanwhile.
		const known = this.#take(record, key);
		if (known !== undefined) {
			return known;
		}
		this.#large?.empty();
		const kept = new ParsedProgram(program, key, this.#byText);
		this.#byRecord.set(record, kept);
		this.#large = this.#budget.fits(kept.weight) ? undefined : kept;
		if (this.#large === undefined) {
			// It is about to run: others go first.
			kept.isUsed = true;
			this.#budget.fill(kept, kept.weight);
			kept.isUsed = false;
		}
		return program;
	}
}
