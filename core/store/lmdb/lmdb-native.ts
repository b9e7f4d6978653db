/**
 * The addon of package `lmdb`, whose functions the package's types leave out.
 *
 * In: what somebody needs of it. Out: the same object for all. It refuses to know what is in it: another build of the
 * package may lack a function, so that whoever asks for one that may be missing says so in the type.
 */
import * as lmdb from "lmdb";

export function lmdbNative<Native>(): Native {
	return (lmdb as unknown as { readonly nativeAddon: Native }).nativeAddon;
}
