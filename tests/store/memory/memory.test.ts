/**
 * The memory engine: the conformance suite.
 */
import { openMemoryStore } from "../../../core/store/memory/memory.ts";
import { slowStore } from "../../exec/slow-store.ts";
import { conformance } from "../conformance.ts";

conformance("memory", () => openMemoryStore());

conformance("memory behind promises", () => slowStore(openMemoryStore()));
