/**
 * Player of golden scripts: runs a script on every release and mode, and collects the answers by command.
 *
 * Each release has a data directory of its own; statements go over the MySQL protocol and HTTP as from any client.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Connection, createConnection } from "mysql2/promise";
import type { OpenStore } from "../../apps/cli/open-database.ts";
import { compareReleases } from "../../core/rules/index.ts";
import { httpAnswer, preparedAnswer, sqlAnswer } from "./answer.ts";
import type { Answer, ModeAnswers } from "./fold.ts";
import type { Command, Line } from "./script.ts";
import { type RunningServer, type Served, startTestServer } from "./server.ts";
import { ScriptPast } from "./trace.ts";

/** The releases on which a script is played. */
const playedReleases = ["2.0", "2.1.0", "2.1.1", "2.1.2", "2.1.3", "2.1.4", "2.1.5", "2.1.6", "2.1.7"];

/** By command: each mode's answers, release by release. */
type Played = ReadonlyMap<Line, readonly ModeAnswers[]>;

/**
 * @param openStore how each data directory is opened; LMDB's way by default
 * @param state that is served; scripts that start twice in one directory need the directory
 */
export async function playScript(
	lines: readonly Line[],
	openStore?: OpenStore,
	served: Served = "directory",
): Promise<Played> {
	const played = new Map<Line, MutableAnswers[]>();
	for (const mode of namesIn(lines, "modes") ?? [undefined]) {
		for (const release of namesIn(lines, "releases") ?? playedReleases) {
			const run = new Run(release, mode, played, { openStore, served });
			try {
				await run.play(lines);
			} finally {
				await run.close();
			}
		}
	}
	return played;
}

interface MutableAnswers extends ModeAnswers {
	readonly answers: Answer[];
}

function namesIn(lines: readonly Line[], kind: "releases" | "modes"): readonly string[] | undefined {
	const line = lines.find((each) => each.kind === kind);
	return line?.kind === kind ? line.names : undefined;
}

/** One release's run of the script. */
class Run {
	readonly #release: string;
	readonly #mode: string | undefined;
	readonly #played: Map<Line, MutableAnswers[]>;
	readonly #openStore: OpenStore | undefined;
	readonly #served: Served;
	readonly #directories: string[] = [];
	#server: RunningServer | undefined;
	readonly #connections = new Map<string, Connection>();
	/** The running release; undefined where this one has no part in what follows. */
	#running: string | undefined;
	#fixed = false;
	/** Statements that a trace must run again first. */
	readonly #past = new ScriptPast();
	#flags: Record<string, unknown> = {};

	constructor(
		release: string,
		mode: string | undefined,
		played: Map<Line, MutableAnswers[]>,
		{ openStore, served }: { readonly openStore: OpenStore | undefined; readonly served: Served },
	) {
		this.#openStore = openStore;
		this.#served = served;
		this.#release = release;
		this.#mode = mode;
		this.#flags = this.#flagsOf([]);
		this.#played = played;
	}

	async play(lines: readonly Line[]): Promise<void> {
		for (const line of lines) {
			if (line.kind === "options") {
				this.#flags = this.#flagsOf(line.options);
			} else if (line.kind === "start" || line.kind === "upgrade") {
				await this.#startAt(line);
			} else if (line.kind === "command") {
				await this.#command(line);
			}
		}
	}

	async close(): Promise<void> {
		await this.#stop();
		for (const directory of this.#directories) {
			rmSync(directory, { recursive: true, force: true });
		}
	}

	async #startAt(line: Line & { kind: "start" | "upgrade" }): Promise<void> {
		const before = this.#running;
		await this.#stop();
		if (line.kind === "start") {
			this.#directories.push(mkdtempSync(join(tmpdir(), "verso-golden-")));
		}
		const takesPart =
			line.kind === "start" || (before !== undefined && compareReleases(before, line.release ?? this.#release) <= 0);
		this.#running = takesPart ? (line.release ?? this.#release) : undefined;
		this.#fixed = line.release !== undefined;
		this.#past.start(line.kind === "upgrade", this.#running, this.#flags);
		if (this.#running !== undefined) {
			const directory = this.#directories.at(-1) as string;
			this.#server = await startTestServer({
				release: this.#running,
				directory,
				...(this.#openStore === undefined ? {} : { openStore: this.#openStore }),
				config: line.config,
				flags: this.#flags,
				served: this.#served,
			});
		}
	}

	async #command(line: Command): Promise<void> {
		if (this.#server === undefined || this.#running === undefined) {
			return;
		}
		const answer = await this.#answer(line, this.#server);
		const played = this.#answersOf(line);
		// A command at a fixed release is played once for every later release, with the same answer.
		if (!this.#fixed || !played.answers.some((each) => each.release === this.#running && each.text === answer)) {
			played.answers.push({ release: this.#running, text: answer });
		}
	}

	#answersOf(line: Line): MutableAnswers {
		const modes = this.#played.get(line) ?? [];
		this.#played.set(line, modes);
		const mode = this.#mode ?? "documented";
		let answers = modes.find((each) => each.mode === mode);
		if (answers === undefined) {
			answers = { mode, answers: [], single: this.#fixed };
			modes.push(answers);
		}
		return answers;
	}

	#flagsOf(words: readonly string[]): Record<string, unknown> {
		return { ...(this.#mode === undefined ? {} : { as: this.#mode }), ...parseFlags(words) };
	}

	async #answer({ action, connection: name }: Command, server: RunningServer): Promise<string> {
		if (action.type === "http") {
			return httpAnswer(server.httpPort, action);
		}
		if (action.type === "trace") {
			return this.#past.trace(action.sql, action.sections);
		}
		this.#past.ran(action.sql);
		let connection = this.#connections.get(name);
		if (connection === undefined) {
			connection = await createConnection({
				host: "127.0.0.1",
				port: server.mysqlPort,
				user: "root",
				database: "test",
				charset: "utf8mb4",
				rowsAsArray: true,
			});
			this.#connections.set(name, connection);
		}
		return action.type === "sql"
			? sqlAnswer(connection, action.sql)
			: preparedAnswer(connection, action.sql, action.values);
	}

	async #stop(): Promise<void> {
		for (const connection of this.#connections.values()) {
			await connection.end().catch(() => {});
		}
		this.#connections.clear();
		await this.#server?.stop();
		this.#server = undefined;
	}
}

/** Parses `--mix insert-check=2.0` as the command line does. */
function parseFlags(words: readonly string[]): Record<string, unknown> {
	const flags: Record<string, unknown> = {};
	for (let at = 0; at < words.length; at += 2) {
		const name = (words[at] ?? "").replace(/^--/, "").replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
		flags[name] =
			name === "mix" || name === "plugin" || name === "quirk"
				? [...((flags[name] as string[] | undefined) ?? []), words[at + 1]]
				: words[at + 1];
	}
	return flags;
}
