/**
 * Process that opens and closes a store's file many times, as commands do over a long time.
 */
import { openEnvironment } from "../../core/store/lmdb/lmdb-environment.ts";

const [path = ""] = process.argv.slice(2);
for (let times = 0; times < 150; times++) {
	await openEnvironment({ path, readOnly: times % 5 === 0, syncs: true }).close();
}
