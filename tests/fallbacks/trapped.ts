/**
 * Sets the traps of `trap.ts` before the program: `node --import trapped.js ...`.
 */
import { setTraps } from "./trap.ts";

await setTraps();
