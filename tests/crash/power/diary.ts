/**
 * Writes of a power-loss run, such that any state of the store can be judged.
 *
 * In commit `n` a writer changes its counter, adds page `n` to its diary and removes page `n - kept`: all of it or
 * nothing must be there. With thick diaries every eighth commit also writes many leaves: alternately so many that the
 * store writes them into its file in slices, and few enough for the log.
 */
import { rowPrefix } from "../../../core/store/encoding/keys.ts";
import type { Write } from "../../../core/store/contract.ts";
import type { FastSnapshot } from "../../../core/store/fast-store.ts";

const kept = 12;
const leafCount = 2600;
/** So many of these exceed a commit of the log. */
const largeLeafBytes = 450;
/** One leaf of so many is checked. */
const leafStep = 13;

export function diaryWrites(writer: number, commit: number, isThick: boolean): Write[] {
	return [
		...(isThick && commit % 8 === 0 ? leaves(writer, commit) : []),
		{ key: counterKey(writer), value: Buffer.from(String(commit)) },
		{ key: pageKey(writer, commit), value: pageText(writer, commit) },
		...(commit > kept ? [{ key: pageKey(writer, commit - kept), value: null }] : []),
	];
}

/** Checks a state, given the number of acknowledged commits of each writer. */
export function judgeDiaries(snapshot: FastSnapshot, acknowledged: readonly number[], isThick: boolean): string[] {
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
			if (
				isDue !== (text !== undefined) ||
				(text !== undefined && Buffer.compare(text, pageText(writer, page)) !== 0)
			) {
				wrong.push(`page ${page} of writer ${writer} does not fit its commit ${commit}`);
			}
		}
		return isThick ? [...wrong, ...judgeLeaves(snapshot, writer, commit)] : wrong;
	});
}

function leaves(writer: number, commit: number): Write[] {
	const value = leafText(commit);
	return Array.from({ length: leafCount }, (_, leaf) => ({ key: leafKey(writer, leaf), value }));
}

function leafText(commit: number): Buffer {
	const text = Buffer.from(String(commit));
	return commit % 16 === 0 ? Buffer.concat([text], largeLeafBytes) : text;
}

/** All are of the same commit: the last that wrote leaves. */
function judgeLeaves(snapshot: FastSnapshot, writer: number, commit: number): string[] {
	const due = commit < 8 ? undefined : leafText(commit - (commit % 8));
	for (let leaf = commit % leafStep; leaf < leafCount; leaf += leafStep) {
		const value = snapshot.get(leafKey(writer, leaf)) as Uint8Array | undefined;
		if ((value === undefined) !== (due === undefined) || (value !== undefined && Buffer.compare(value, due!) !== 0)) {
			return [`leaf ${leaf} of writer ${writer} is of commit ${textOf(value)}, and should be of ${textOf(due)}`];
		}
	}
	return [];
}

function textOf(value: Uint8Array | undefined): string {
	return value === undefined ? "none" : Buffer.from(value).toString().replace(/\0+$/, "");
}

function counterKey(writer: number): string {
	return `counter-${writer}`;
}

/** Like rows, which may be in blocks. */
function leafKey(writer: number, leaf: number): string {
	return `${rowPrefix(7 + writer)}${String(leaf).padStart(5, "0")}`;
}

/** Spread over the tree, like index entries. */
function pageKey(writer: number, page: number): string {
	return `page-${(page * 7919) % 997}-${writer}-${page}`;
}

/** Every ninth is too large for a page of the file. */
function pageText(writer: number, page: number): Buffer {
	return Buffer.alloc(page % 9 === 0 ? 6000 : 150, `${writer}:${page};`);
}
