/**
 * `node lone-put.js PATH KEY VALUE`: process that opens a store, writes one key, and ends.
 */
import { openLoggedStore } from "../../../core/store/wal/logged-store.ts";

const [path = "", key = "", value = ""] = process.argv.slice(2);
const store = openLoggedStore({ path });
await store.commit({ writes: [{ key, value: Buffer.from(value, "latin1") }], conditions: [] });
await store.close();
