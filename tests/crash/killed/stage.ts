/**
 * Named stages of commits at which a server under test ends itself.
 *
 * `applied:backfill:2` means: at the second commit that finishes an ALTER's work on all rows, when everything is
 * written and nothing committed. Makes the store's callback for commit stages, which the real program does not set.
 */
import type { CommitStage, WatchCommit } from "../../../core/store/commit-stage.ts";
import { logClaimKey, spaces } from "../../../core/store/encoding/keys.ts";
import { writesOfBatch } from "../../../core/store/runs/run-cursor.ts";
import type { Write } from "../../../core/store/contract.ts";
import type { FastBatch } from "../../../core/store/fast-store.ts";

export const commitStages: readonly CommitStage[] = ["begun", "partly", "applied", "durable"];

/** The purpose of a commit, recognized by its keys. */
export const commitKinds = [
	"format",
	"fence",
	"backfill",
	"definition",
	"sweep",
	"counter",
	"bulk",
	"fold",
	"claim",
	"rows",
] as const;
type CommitKind = (typeof commitKinds)[number];

/** Undefined without a stage. */
export function endAt(wish: string | undefined): WatchCommit | undefined {
	if (wish === undefined || wish === "") {
		return undefined;
	}
	const [stage, kind, times] = wish.split(":");
	let left = Number(times);
	return (reached, batches) => {
		if (reached === stage && batches.some((batch) => kindOf(batch) === kind)) {
			left--;
			if (left === 0) {
				process.kill(process.pid, "SIGKILL");
			}
		}
	};
}

function kindOf(batch: FastBatch): CommitKind {
	const writes = writesOfBatch(batch);
	if (batch.cleared !== undefined) {
		return "sweep";
	}
	const begins = (prefix: string) => writes.some(({ key }) => key.startsWith(prefix));
	if (writes.length === 0) {
		return "fold";
	}
	if (begins(logClaimKey)) {
		return "claim";
	}
	if (begins("\x01")) {
		return "format";
	}
	if (begins(spaces.tables)) {
		return writes.some(raisesFence) ? "fence" : begins(spaces.contents) ? "backfill" : "definition";
	}
	if (begins(spaces.databases)) {
		return "definition";
	}
	return begins("\x15") ? "counter" : isBulk(writes) ? "bulk" : "rows";
}

/** Many rows, standalone or in blocks. */
function isBulk(writes: readonly Write[]): boolean {
	return writes.length >= 1000 || writes.reduce((sum, { value }) => sum + (value?.length ?? 0), 0) >= 32768;
}

function raisesFence({ key, value }: Write): boolean {
	return key.startsWith(spaces.tables) && value !== null && Buffer.from(value).includes('"fence":');
}
