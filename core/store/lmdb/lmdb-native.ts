/**
 * The addon of package `lmdb`, whose functions the package's types leave out.
 *
 * In: what somebody needs of it. Out: the same object for all.
 */
import * as lmdb from "lmdb";

export function lmdbNative<Native>(): Native {
	return (lmdb as unknown as { readonly nativeAddon: Native }).nativeAddon;
}
