/**
 * Traces in golden scripts: plays the script's statements so far in memory, then traces one.
 *
 * Statements of all connections are played on one; those over the binary protocol and HTTP are left out.
 */
import { composeBook, type Mode } from "../../apps/compose/book.ts";
import { printTrace } from "../../apps/trace/print.ts";
import { parseSections } from "../../apps/trace/section.ts";
import type { Side } from "../../apps/compare/played-session.ts";
import { type Preparation, traceStatement } from "../../apps/trace/trace.ts";

interface Period {
	readonly side: Promise<Side>;
	readonly statements: string[];
}

export class ScriptPast {
	#periods: Period[] = [];

	/** A server starts on a fresh directory, or on the former one. */
	start(isUpgrade: boolean, release: string | undefined, flags: Readonly<Record<string, unknown>>): void {
		if (!isUpgrade) {
			this.#periods = [];
		}
		if (release !== undefined) {
			this.#periods.push({ side: sideOf(release, flags), statements: [] });
		}
	}

	/** Records a statement that the server runs. */
	ran(sql: string): void {
		this.#periods.at(-1)?.statements.push(toBytes(sql.replace(/;\s*$/, "")));
	}

	async trace(sql: string, list: string | undefined): Promise<string> {
		const preparations: Preparation[] = [];
		for (const { side, statements } of this.#periods) {
			preparations.push({ side: await side, statements });
		}
		const { side } = preparations.at(-1) as Preparation;
		const trace = await traceStatement({ statement: toBytes(sql), side, preparations, forgives: true });
		// An empty line would be read as prose.
		return printTrace(trace, parseSections(list)).replaceAll("\n\n", "\n");
	}
}

async function sideOf(release: string, flags: Readonly<Record<string, unknown>>): Promise<Side> {
	const list = (name: string): readonly string[] => (flags[name] as readonly string[] | undefined) ?? [];
	const { book } = await composeBook({
		release,
		mode: (flags["as"] as Mode | undefined) ?? "documented",
		mixes: list("mix"),
		quirks: list("quirk"),
		plugins: list("plugin"),
	});
	return { release, book };
}

function toBytes(text: string): string {
	return Buffer.from(text, "utf8").toString("latin1");
}
