/**
 * Damages copies of a store at random places and reads each.
 *
 * Counts those read right, refused, or that ended the process. Failures are those that ended it, and wrong rows for
 * which the page audit finds no damage.
 */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Random } from "../../../bench/random.ts";
import { auditPages } from "../../../core/store/lmdb/page-audit.ts";
import { Oracle } from "../oracle.ts";
import { writeRows } from "./rows.ts";

const pageBytes = 4096;

export const damages = ["flipped bit", "zeroed page", "cut off", "sector of another place"] as const;
type DamageKind = (typeof damages)[number];

interface DamageReport {
	/** Read right; refused with a message; the process ended; wrong rows that `verso check` would have reported. */
	readonly counts: Record<"right" | "refused" | "ended" | "told", number>;
	/** Wrong rows without a finding of the audit. */
	readonly wrong: string[];
}

export async function damageRound(
	folder: string,
	seed: number,
	count: number,
	kind: DamageKind,
): Promise<DamageReport> {
	const sound = join(folder, "sound.mdb");
	await writeRows(sound);
	const before = readFileSync(sound);
	const random = new Random(seed);
	const report: DamageReport = { counts: { right: 0, refused: 0, ended: 0, told: 0 }, wrong: [] };
	const reader = new Oracle<{ path: string }>(new URL("./reader.js", import.meta.url));
	for (let at = 0; at < count; at++) {
		const path = join(folder, `damaged-${at}.mdb`);
		writeFileSync(path, damaged(before, kind, random));
		const isFound = auditPages(path).damage !== null;
		const answer = await reader.ask({ path });
		const word = answer?.[0]?.split(":")[0];
		if (word !== "right") {
			// Pages of a damaged file that LMDB has open must not be read for the next.
			await reader.end();
		}
		if (answer === null) {
			report.counts.ended++;
			report.wrong.push(
				`${kind} ${at}: it ends the process that reads it${isFound ? "" : ", and the audit found nothing"}`,
			);
		} else if (word === "right" || word === "refused") {
			report.counts[word]++;
		} else if (isFound) {
			report.counts.told++;
		} else {
			report.wrong.push(`${kind} ${at}: ${answer[0]}`);
		}
		rmSync(path);
		rmSync(`${path}-lock`, { force: true });
	}
	await reader.end();
	return report;
}

function damaged(before: Buffer, kind: DamageKind, random: Random): Buffer {
	const file = Buffer.from(before);
	const pages = file.length / pageBytes;
	switch (kind) {
		case "flipped bit": {
			const at = random.between(0, file.length - 1);
			file[at] = (file[at] ?? 0) ^ (1 << random.between(0, 7));
			return file;
		}
		case "zeroed page": {
			const page = random.between(0, pages - 1);
			return file.fill(0, page * pageBytes, (page + 1) * pageBytes);
		}
		case "cut off":
			return file.subarray(0, random.between(0, file.length - 1));
		case "sector of another place": {
			const sectors = file.length / 512;
			const from = random.between(0, sectors - 1) * 512;
			file.copy(file, random.between(0, sectors - 1) * 512, from, from + 512);
			return file;
		}
	}
}
