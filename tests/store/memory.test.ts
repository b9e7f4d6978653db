import { openMemoryStore } from "../../core/store/memory.ts";
import { conformance } from "./conformance.ts";

conformance("memory", () => openMemoryStore());
