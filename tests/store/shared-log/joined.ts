/**
 * A store over a shared log whose commits wait until it has joined, so that it can be opened at once.
 */
import type { Commit } from "../../../core/store/contract.ts";
import type { FastBatch } from "../../../core/store/fast-store.ts";
import type { LocalFile } from "../../../core/store/shared-log/fold.ts";
import { type FollowedOptions, FollowedStore } from "../../../core/store/shared-log/followed-store.ts";
import { MemoryLog } from "../../../core/store/shared-log/memory-log.ts";

export const facts = { host: "here", port: 4000, release: "test" };

let names = 0;

/** A name that no other server of these tests has. */
export function newName(): string {
	return `m${++names}`;
}

class JoinedStore extends FollowedStore {
	readonly #joining = this.join();

	override async commit(batch: FastBatch): Promise<Commit> {
		await this.#joining;
		return super.commit(batch);
	}

	override async close(): Promise<void> {
		await this.#joining;
		await super.close();
	}
}

export function joined(file: LocalFile, options: Partial<FollowedOptions> = {}): FollowedStore {
	return new JoinedStore({
		file,
		log: new MemoryLog().connect(),
		cluster: "c",
		name: newName(),
		facts,
		foldBytes: 2000,
		...options,
	});
}
