/**
 * Plants a fault in a built module as it is loaded: `node --import plant.js ...`.
 *
 * `VERSO_TEST_FAULT` is a `Fault` as JSON.
 */
import { register } from "node:module";

/** A text of a built module, and the text in its place. */
export interface Fault {
	/** From `dist/`: `core/types/text/native-latin1.js`. */
	readonly module: string;
	readonly text: string;
	readonly planted: string;
}

const wish = process.env["VERSO_TEST_FAULT"];
if (wish !== undefined) {
	register("./plant-hook.js", import.meta.url, { data: JSON.parse(wish) as Fault });
}
