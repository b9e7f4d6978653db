/**
 * Entry of the bundled library: `verso-db`, `verso-db/rules` and `verso-db/testing`, which share one set of classes.
 */
import "./facts-worker.ts";
import { keepCode } from "../bundle/engine.ts";
import { rules } from "../../core/index.ts";
import { whenFirstOpen } from "../embed/first-open.ts";

whenFirstOpen(keepCode);

export { rules };
export * as database from "../embed/index.ts";
export * as testing from "./index.ts";
