/**
 * The native addon of package `lmdb`, with the functions that the package's types leave out.
 */
import * as lmdb from "lmdb";

export function lmdbNative<Native>(): Native {
	return (lmdb as unknown as { readonly nativeAddon: Native }).nativeAddon;
}
