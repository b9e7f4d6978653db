/**
 * Entry of the bundled library: `verso-db`, `verso-db/rules` and `verso-db/testing`, which share one set of classes.
 */
import "./facts-worker.ts";

export { rules } from "../../core/index.ts";
export * as database from "../embed/index.ts";
export * as testing from "./index.ts";
