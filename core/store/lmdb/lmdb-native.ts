/**
 * The native addon of package `lmdb`, with the functions that the package's types leave out.
 */
import * as lmdb from "lmdb";
import { usesFastPath } from "../../async/fast-path.ts";

export function lmdbNative<Native>(): Native {
	return (lmdb as unknown as { readonly nativeAddon: Native }).nativeAddon;
}

/** Whether the addon has what a native cursor needs (`lmdb-cursor.ts`); else ranges are read (`range-cursor.ts`). */
export const hasNativeCursor = usesFastPath("lmdb-cursor") && isCursorThere();

function isCursorThere(): boolean {
	const native = lmdbNative<Readonly<Record<string, unknown>>>();
	return (
		native["globalBuffer"] instanceof Uint8Array &&
		["Cursor", "position", "iterate", "getCurrentValue"].every((name) => typeof native[name] === "function")
	);
}
