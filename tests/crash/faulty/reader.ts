/**
 * Child process that reads damaged stores in every way.
 *
 * Answers each path with `right`, `refused` and the message, or `wrong`: another value, a row that was never written,
 * a row that is not found.
 */
import { openLmdbStore } from "../../../core/store/lmdb/lmdb.ts";
import { rowsWritten } from "./rows.ts";

const expected = rowsWritten();

process.on("message", async ({ path }: { readonly path: string }) => {
	process.send?.([await judge(path)]);
});

async function judge(path: string): Promise<string> {
	try {
		const store = openLmdbStore({ path, readOnly: true });
		try {
			const snapshot = store.snapshot();
			const scan = snapshot.scan({ from: "", to: "\xff" });
			let count = 0;
			for (let batch = await scan.next(); batch !== null; batch = await scan.next()) {
				for (const { key, value } of batch) {
					count++;
					if (!isRight(key, value)) {
						return `wrong: ${key} is read with another value`;
					}
				}
			}
			if (count !== expected.size) {
				return `wrong: ${count} rows of ${expected.size} are read`;
			}
			for (const key of expected.keys()) {
				if (!isRight(key, (await snapshot.get(key)) as Uint8Array | undefined)) {
					return `wrong: ${key} is not found`;
				}
			}
			return "right";
		} finally {
			await store.close();
		}
	} catch (failure) {
		return `refused: ${(failure as Error).message}`;
	}
}

function isRight(key: string, value: Uint8Array | undefined): boolean {
	const right = expected.get(key);
	return value !== undefined && right !== undefined && Buffer.compare(value, right) === 0;
}
