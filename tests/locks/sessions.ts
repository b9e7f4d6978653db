/**
 * Sessions of one kernel, by letter, whose statements may wait for each other; answers as the mysql client prints
 * them.
 */
import type { ExecutionContext } from "ava";
import type { Session } from "../../core/session/api/session.ts";
import { openMemoryStore } from "../../core/store/memory/memory.ts";
import type { FastStore } from "../../core/store/fast-store.ts";
import { answerOf, connectRoot, openMemoryKernel } from "../memory-kernel.ts";

interface Actor {
	readonly session: Session;
	/** Runs a statement and returns its answer. */
	run(sql: string): Promise<string>;
	/** Begins a statement, and resolves once it waits for another. */
	waits(sql: string): Promise<Promised>;
}

/** A waiting statement with its later answer. */
interface Promised {
	readonly answer: Promise<string>;
}

export async function actors(
	t: ExecutionContext,
	...setUp: readonly string[]
): Promise<(name: string) => Promise<Actor>> {
	return actorsOn(openMemoryStore(), t, ...setUp);
}

/** Sessions of one more server on a store, which does not see other servers' locks. */
export async function actorsOn(
	store: FastStore,
	t: ExecutionContext,
	...setUp: readonly string[]
): Promise<(name: string) => Promise<Actor>> {
	const kernel = await openMemoryKernel({ release: "2.1.7" }, store);
	t.teardown(() => kernel.close(0));
	const looker = await connectRoot(kernel);
	for (const sql of setUp) {
		t.notRegex(await answerOf(looker, sql), /^ERROR/, sql);
	}
	const stateOf = async (id: number): Promise<string> =>
		(await answerOf(looker, `select state from information_schema.processlist where id = ${id}`)).split("\n")[1] ?? "";
	const known = new Map<string, Actor>();
	return async (name) => {
		let actor = known.get(name);
		if (actor === undefined) {
			const session = await connectRoot(kernel);
			actor = {
				session,
				run: (sql) => answerOf(session, sql),
				async waits(sql) {
					let isDone = false;
					const answer = answerOf(session, sql);
					void answer.finally(() => {
						isDone = true;
					});
					// A command may wait for its turn first.
					const isBusy = async (): Promise<boolean> =>
						!isDone && ["executing", "starting", ""].includes(await stateOf(session.id));
					for (let looks = 0; (await isBusy()) || looks < 3; looks++) {
						await new Promise((resolve) => setTimeout(resolve, 1));
					}
					t.false(isDone, `${name}: ${sql}: should wait`);
					return { answer };
				},
			};
			known.set(name, actor);
		}
		return actor;
	};
}

/** The rows of an answer, each as text. */
export function rows(answer: string): string[] {
	return answer
		.split("\n")
		.slice(1)
		.map((row) => row.replaceAll("\t", " "));
}
