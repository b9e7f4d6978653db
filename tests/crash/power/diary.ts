/**
 * What the writers of a power-loss run write, so that any state of the store can be judged.
 *
 * In: a writer and how far it has come. Out: one commit's writes; and of a snapshot, what does not fit together. Of commit `n` a
 * writer changes its counter, adds page `n` to its diary and removes page `n - kept`: all of it or nothing must be there.
 */
import type { Snapshot, Write } from "../../../core/store/store.ts";

const kept = 12;

export function diaryWrites(writer: number, commit: number): Write[] {
	return [
		{ key: counterKey(writer), value: Buffer.from(String(commit)) },
		{ key: pageKey(writer, commit), value: pageText(writer, commit) },
		...(commit > kept ? [{ key: pageKey(writer, commit - kept), value: null }] : []),
	];
}

/** Judges what is there, where so many commits of each writer were acknowledged. */
export function judgeDiaries(snapshot: Snapshot, acknowledged: readonly number[]): string[] {
	return acknowledged.flatMap((least, writer) => {
		const counter = snapshot.get(counterKey(writer)) as Uint8Array | undefined;
		const commit = counter === undefined ? 0 : Number(Buffer.from(counter).toString());
		if (commit < least) {
			return [`writer ${writer} was told of commit ${least}, and ${commit} is the last there`];
		}
		const wrong: string[] = [];
		for (let page = Math.max(1, commit - 2 * kept); page <= commit + 1; page++) {
			const text = snapshot.get(pageKey(writer, page)) as Uint8Array | undefined;
			const isDue = page > commit - kept && page <= commit;
			if (isDue !== (text !== undefined) || (text !== undefined && Buffer.compare(text, pageText(writer, page)) !== 0)) {
				wrong.push(`page ${page} of writer ${writer} does not fit its commit ${commit}`);
			}
		}
		return wrong;
	});
}

function counterKey(writer: number): string {
	return `counter-${writer}`;
}

/** Spread over the tree, as index entries are. */
function pageKey(writer: number, page: number): string {
	return `page-${(page * 7919) % 997}-${writer}-${page}`;
}

/** Every ninth is too large for a page of the file. */
function pageText(writer: number, page: number): Buffer {
	return Buffer.alloc(page % 9 === 0 ? 6000 : 150, `${writer}:${page};`);
}
