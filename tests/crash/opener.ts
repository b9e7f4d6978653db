/**
 * A process that opens a store's file and closes it, as often as a command would in a long time.
 *
 * In: the path. Out: nothing; it ends.
 */
import { openEnvironment } from "../../core/store/lmdb/lmdb-environment.ts";

const [path = ""] = process.argv.slice(2);
for (let times = 0; times < 150; times++) {
	await openEnvironment({ path, readOnly: times % 5 === 0, syncs: true }).close();
}
