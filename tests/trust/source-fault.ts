/**
 * Fault planted in the program's own source: a text of one module, replaced when it is loaded.
 *
 * Loaded by `--import` before the program, so that no switch for it need be in the program. A text that is not there
 * fails the start: then the fault has to be planted elsewhere.
 */
import { register } from "node:module";

export interface SourceFault {
	/** Of the module, from the root of the sources, such as `core/a/b.js`. */
	readonly module: string;
	readonly replaced: readonly (readonly [text: string, by: string])[];
}

/** The variable that carries the fault as JSON. */
export const faultVariable = "TRUST_SOURCE_FAULT";

/** Of the text alone: nothing of this file is exported by it. */
const exported = "export";

/** Node runs it in a thread of its own, by its text. */
const hooks = `
const fault = JSON.parse(process.env.${faultVariable});
${exported} async function load(url, context, next) {
	const loaded = await next(url, context);
	if (!url.endsWith("/" + fault.module)) {
		return loaded;
	}
	let source = Buffer.from(loaded.source).toString();
	for (const [text, by] of fault.replaced) {
		if (!source.includes(text)) {
			throw new Error(fault.module + " has no " + text);
		}
		source = source.replace(text, () => by);
	}
	return { ...loaded, source };
}
`;

if (process.execArgv.includes("--import")) {
	register(`data:text/javascript,${encodeURIComponent(hooks)}`);
}
