/**
 * Node's module hooks for `plant.ts`: the module of the fault is loaded with the planted text.
 */
import type { LoadHook } from "node:module";
import type { Fault } from "./plant.ts";

let fault: Fault | undefined;

function initialize(data: Fault): void {
	fault = data;
}

const load: LoadHook = async (url, context, nextLoad) => {
	const loaded = await nextLoad(url, context);
	if (fault === undefined || !url.endsWith(`/dist/${fault.module}`)) {
		return loaded;
	}
	const source = String(loaded.source);
	if (!source.includes(fault.text)) {
		throw new Error(`${fault.module} does not hold: ${fault.text}`);
	}
	return { ...loaded, source: source.replaceAll(fault.text, fault.planted) };
};

export { initialize, load };
