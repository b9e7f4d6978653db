/**
 * List that readers add a workload's statements to, and the notes of what they met.
 */
import { type ByteString, quoteName } from "../../core/index.ts";
import { ignoreIn } from "./ignore.ts";
import type { Place } from "./place.ts";
import { SpilledList } from "./spilled-list.ts";
import type { Role, Workload, WorkloadStatement } from "./statement.ts";

type Extra = Pick<WorkloadStatement, "implied" | "values" | "notJudged" | "ignored" | "weight">;

export class StatementList {
	readonly statements = new SpilledList<WorkloadStatement>();
	readonly role: Role;
	/** Where sessions begin whose database the source does not name. */
	readonly database: string | undefined;
	/** The file being read. */
	file: string;
	/** One string for each name: a log has as many as entries. */
	readonly #sessions = new Map<string, string>();
	/** Sentences with how often each applies, 0: without a number. */
	readonly #notes = new Map<string, number>();

	constructor(role: Role, file: string, database: string | undefined) {
		this.role = role;
		this.file = file;
		this.database = database;
	}

	add(name: string, { line, column }: Place, text: ByteString, extra?: Extra): void {
		const { file, role } = this;
		const session = this.#sessions.get(name) ?? name;
		if (!this.#sessions.has(name)) {
			this.#sessions.set(name, name);
		}
		const statement: WorkloadStatement = { file, line, column, role, session, text };
		const ignored = text.includes("verso:ignore") ? ignoreIn(text) : undefined;
		this.statements.push(
			extra === undefined && ignored === undefined
				? statement
				: { ...statement, ...(ignored === undefined ? {} : { ignored }), ...extra },
		);
	}

	/** The session goes on in a database. */
	use(session: string, place: Place, database: string): void {
		this.add(session, place, `use ${quoteName(database)}`, { implied: true });
	}

	quit(session: string, { line, column }: Place): void {
		const { file, role } = this;
		this.statements.push({ file, line, column, role, session, text: "", quits: true });
	}

	/** A sentence where `{n}` stands for how many times it was noted. */
	note(sentence: string, times = 1): void {
		this.#notes.set(sentence, (this.#notes.get(sentence) ?? 0) + times);
	}

	/** Sessions spoke before the log named their database; `known`: databases that it names. */
	lacksDatabase(sessions: number, known: ReadonlySet<string>): void {
		if (this.database === undefined) {
			const names = known.size === 0 ? "" : ` (it names ${[...known].sort().join(", ")})`;
			this.note(
				`{n} sessions send statements before the log says in which database: give it by --database${names}`,
				sessions,
			);
		}
	}

	toWorkload(): Workload {
		const notes = [...this.#notes].map(([sentence, times]) => inNumber(sentence, times));
		const { statements, database } = this;
		return { statements, notes, ...(database === undefined ? {} : { database }) };
	}
}

/** `left out: {n} files` for 1: `left out: 1 file`. */
function inNumber(sentence: string, times: number): string {
	const counted = sentence.replaceAll("{n}", times.toLocaleString("en-US"));
	return times === 1
		? counted.replace(/\b1 (\w+)s\b( send\b)?/, (_, noun, verb) => `1 ${noun}${verb ? " sends" : ""}`)
		: counted;
}
