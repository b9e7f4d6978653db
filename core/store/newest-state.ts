/**
 * Reads the newest state of a store for as long as an answer takes.
 */
import { lastly, type MaybePromise } from "../async/maybe-promise.ts";
import type { FastSnapshot, FastStore } from "./fast-store.ts";

export function readNewest<T>(store: FastStore, read: (snapshot: FastSnapshot) => MaybePromise<T>): MaybePromise<T> {
	const snapshot = store.snapshot();
	return lastly(
		() => read(snapshot),
		() => snapshot.release(),
	);
}
