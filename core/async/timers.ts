/**
 * Timers as they were when this module was loaded: a test that fakes those of its process stops no statement.
 */
import { setImmediate as turnOnce, setTimeout as wait } from "node:timers/promises";

export const { setTimeout, setInterval, setImmediate, clearTimeout, clearInterval, queueMicrotask } = globalThis;

/** Resolves after so many milliseconds. */
export const delay = wait;

/** Resolves in the next turn of the event loop. */
export const turn = turnOnce;

/** The time of day, in milliseconds since 1970 UTC. */
export const nowMs = Date.now;
