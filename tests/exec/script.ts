/**
 * Definition scripts: statements with their answers, returned with the current answers for a comparison as text.
 *
 *     # Prose is kept.
 *     @ 2.1.1                      closes the kernel and opens this release on the same data
 *     create table t (a int);      a statement a line; it begins a database of its own where the script has no @ yet
 *         ok                       its answer, indented
 *     GET test/t                   the metadata record, a member a line
 */
import type { Kernel } from "../../core/kernel.ts";
import type { Session } from "../../core/session/api/session.ts";
import { openMemoryStore } from "../../core/store/memory/memory.ts";
import type { FastStore } from "../../core/store/fast-store.ts";
import { answerOf, connectRoot, openMemoryKernel } from "../memory-kernel.ts";

const newest = "2.1.7";
const indent = "    ";

export async function playText(text: string, store: FastStore = openMemoryStore()): Promise<string> {
	const player = new Player(store);
	const lines: string[] = [];
	for (const line of text.split("\n").filter((each) => !each.startsWith(indent))) {
		lines.push(line);
		if (line !== "" && !line.startsWith("#")) {
			const answer = await player.answer(line);
			lines.push(
				...answer
					.split("\n")
					.filter((each) => each !== "")
					.map((each) => indent + each),
			);
		}
	}
	await player.close();
	return lines.join("\n");
}

/** A store that outlives the kernels opened on it. */
function lasting(store: FastStore): FastStore {
	return {
		snapshot: () => store.snapshot(),
		commit: (batch) => store.commit(batch),
		check: () => store.check(),
		close: async () => undefined,
	};
}

class Player {
	readonly #store: FastStore;
	#kernel: Kernel | undefined;
	#session: Session | undefined;

	constructor(store: FastStore) {
		this.#store = lasting(store);
	}

	async answer(line: string): Promise<string> {
		if (line.startsWith("@ ")) {
			await this.#open(line.slice(2).trim());
			return "";
		}
		if (this.#session === undefined) {
			await this.#open(newest);
		}
		return line.startsWith("GET ")
			? this.#record(line.slice(4))
			: unfold(await answerOf(this.#session!, line.replace(/;$/, "")));
	}

	async #open(release: string): Promise<void> {
		await this.#kernel?.close();
		this.#kernel = await openMemoryKernel({ release }, this.#store);
		this.#session = await connectRoot(this.#kernel);
	}

	async #record(path: string): Promise<string> {
		const [database = "", table = ""] = path.split("/");
		const record = await this.#kernel!.metadata.table(database, table);
		return Object.entries({ ...record, id: 0, update_timestamp: 0 })
			.flatMap(([name, value]) => printMember(name, value))
			.join("\n");
	}

	async close(): Promise<void> {
		await this.#kernel?.close();
	}
}

/** A member a line, and a column a line. */
function printMember(name: string, value: unknown): readonly string[] {
	return name === "cols" && Array.isArray(value)
		? [name, ...value.map((column) => `  ${JSON.stringify(column)}`)]
		: [`${name} ${JSON.stringify(value)}`];
}

/** Line breaks within a value, as in SHOW CREATE TABLE, become lines. */
function unfold(answer: string): string {
	return answer.replaceAll("\\n", "\n");
}
