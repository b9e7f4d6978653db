/**
 * Program whose writes are recorded: sessions of a kernel change the feature tables, and report each acknowledgement.
 *
 * Arguments and output are those of `writer.ts`, and the seed of the steps.
 */
import { writeSync } from "node:fs";
import { parseDurability } from "../../../core/store/durability.ts";
import { openLoggedStore } from "../../../core/store/wal/logged-store.ts";
import { connectRoot, openMemoryKernel } from "../../memory-kernel.ts";
import { crowded, lone } from "../../store/directory.ts";
import { type Ask, askSession } from "../features/ask.ts";
import { FeatureSteps } from "../features/steps.ts";
import { poweredRelease } from "./subject.ts";

const [path = "", first = "0", count = "1", commits = "1", word = "full", , way = "", seed = "1"] =
	process.argv.slice(2);
const durability = parseDurability(word);
const store = openLoggedStore({ path, ...(durability === undefined ? {} : { durability }) });
if (way !== "") {
	(way === "crowded" ? crowded : lone)(store);
}
const kernel = await openMemoryKernel({ release: poweredRelease }, store);

await Promise.all(Array.from({ length: Number(count) }, (_, at) => write(Number(first) + at)));
// Closing would sync the rest: the power loss must not.
process.kill(process.pid, "SIGKILL");

async function write(writer: number): Promise<void> {
	const ask = askSession(await connectRoot(kernel));
	const steps = new FeatureSteps(Number(seed), writer + 1);
	for (let commit = 1; commit <= Number(commits); commit++) {
		const { statements } = steps.next();
		while (!(await isDone(ask, statements))) {
			await ask("ROLLBACK");
		}
		writeSync(1, `ack ${writer} ${commit}\n`);
	}
}

/** False: a deadlock or a lock wait timeout. */
async function isDone(ask: Ask, statements: readonly string[]): Promise<boolean> {
	try {
		for (const sql of statements) {
			await ask(sql);
		}
		return true;
	} catch (failure) {
		if (/^ERROR (1213|1205) /.test((failure as Error).message)) {
			return false;
		}
		throw failure;
	}
}
