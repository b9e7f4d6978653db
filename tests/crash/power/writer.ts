/**
 * Program whose writes are recorded: some writers commit at once, and report each acknowledgement on stdout.
 *
 * Arguments: a store's path, the number of its first writer, how many writers, how many commits each, `full` or
 * `off`, `thick` or `thin`, `crowded` where the log is written on another thread, `alone` where each commit is by
 * itself. Prints lines `ack WRITER COMMIT` at once: so the recording has them in order with the writes of the file.
 */
import { writeSync } from "node:fs";
import { parseDurability } from "../../../core/store/durability.ts";
import { openLoggedStore } from "../../../core/store/wal/logged-store.ts";
import { crowded, lone } from "../../store/directory.ts";
import { diaryWrites } from "./diary.ts";

const [path = "", first = "0", count = "1", commits = "1", word = "full", diaries = "thin", way = ""] =
	process.argv.slice(2);
const durability = parseDurability(word);
const store = openLoggedStore({ path, ...(durability === undefined ? {} : { durability }) });
if (way !== "") {
	(way === "crowded" ? crowded : lone)(store);
}

await Promise.all(Array.from({ length: Number(count) }, (_, at) => write(Number(first) + at)));
// Closing would sync the rest: the power loss must not.
process.kill(process.pid, "SIGKILL");

async function write(writer: number): Promise<void> {
	for (let commit = 1; commit <= Number(commits); commit++) {
		const { done } = await store.commit({ writes: diaryWrites(writer, commit, diaries === "thick"), conditions: [] });
		if (done) {
			writeSync(1, `ack ${writer} ${commit}\n`);
		}
	}
}
