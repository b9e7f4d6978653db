/**
 * The log file writes groups of every length from its own memory, and reads them back.
 */
import { closeSync, openSync, readFileSync, writeFileSync } from "node:fs";
import test from "ava";
import { takesDirectly } from "../../../core/store/wal/direct-memory.ts";
import { LogFile, logMemory, logPathOf, segmentBytes } from "../../../core/store/wal/log-file.ts";
import { sectorBytes } from "../../../core/store/wal/log-group.ts";
import { storePath } from "../directory.ts";

const lengths = [1, 2, 7, 8, 127, 128, 2048, 2049].map((sectors) => sectors * sectorBytes);

test("groups of every length are written at their offsets, on this thread and on another", async (t) => {
	const path = logPathOf(storePath(t));
	const file = new LogFile(path);
	file.open();
	const expected = Buffer.alloc(2 * segmentBytes);
	let offset = 0;
	for (const [at, bytes] of lengths.entries()) {
		const group = logMemory(bytes + sectorBytes)
			.fill(at + 1)
			.subarray(0, bytes);
		file.write(0, offset, group);
		await file.writeAside(1, offset, group);
		expected.set(group, offset);
		expected.set(group, segmentBytes + offset);
		offset += bytes;
	}
	file.close();
	t.true(readFileSync(path).equals(expected));
});

test("a file that cannot be read into memory is not written from it", (t) => {
	const path = logPathOf(storePath(t));
	writeFileSync(path, Buffer.alloc(sectorBytes - 1));
	const file = openSync(path, "r");
	t.false(takesDirectly(file), "less than a sector");
	closeSync(file);
	t.false(takesDirectly(file), "not open");
});
