/**
 * The store over a shared log: the conformance suite, over memory and over a file that is folded all the time.
 */
import { openLmdbStore } from "../../../core/store/lmdb/lmdb.ts";
import { openMemoryStore } from "../../../core/store/memory/memory.ts";
import { conformance } from "../conformance.ts";
import { storePath } from "../directory.ts";
import { joined } from "./joined.ts";

conformance("shared log over memory", () => joined(openMemoryStore()));

conformance("shared log over a file", (t) => joined(openLmdbStore({ path: storePath(t) })));
