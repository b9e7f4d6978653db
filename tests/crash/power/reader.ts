/**
 * Child process that opens images, so that one that ends the process does not end the test.
 */
import { openLmdbStore } from "../../../core/store/lmdb/lmdb.ts";
import { openLoggedStore } from "../../../core/store/wal/logged-store.ts";
import { auditPages } from "../../../core/store/lmdb/page-audit.ts";
import { diaryWrites, judgeDiaries } from "./diary.ts";
import type { Question } from "./subject.ts";

process.on("message", async (question: Question) => {
	process.send?.(await judge(question));
});

async function judge({ path, withoutLog, isThick, acknowledged }: Question): Promise<string[]> {
	const { damage } = auditPages(path);
	if (damage !== null) {
		return [damage];
	}
	try {
		const store = (withoutLog ? openLmdbStore : openLoggedStore)({ path });
		const snapshot = store.snapshot();
		const wrong = judgeDiaries(snapshot, acknowledged, isThick);
		snapshot.release();
		// It must accept writes, too.
		const { done } = await store.commit({ writes: diaryWrites(99, 1, false), conditions: [] });
		await store.close();
		return done ? wrong : [...wrong, "it can't be written to"];
	} catch (failure) {
		return [(failure as Error).message];
	}
}
