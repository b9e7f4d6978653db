/**
 * `npm run history`: plays histories and reports anomalies. `--long`: a million transactions.
 */
import { programOf, wholeNumber } from "../program-options.ts";
import { findAnomalies } from "./anomalies.ts";
import { isForbidden } from "./level.ts";
import type { Level } from "./record.ts";
import { record } from "./run.ts";

const program = programOf(
	"history",
	"Plays transactions over many connections, on one server or two, and tells which anomalies their histories show.",
)
	.option("--long", "a million transactions", false)
	.option("--count <number>", "how many transactions", wholeNumber)
	.parse();
const wish = program.opts<{ long: boolean; count?: number }>();
const all = wish.count ?? (wish.long ? 1_000_000 : 20_000);
/** Transactions checked together. */
const part = 10_000;
const levels: readonly Level[] = ["serializable", "repeatable read", "read committed"];

let wrong = 0;
for (let done = 0, round = 0; done < all; done += part, round++) {
	const level = levels[round % levels.length]!;
	const servers = Math.floor(round / levels.length) % 2 === 0 ? 2 : 1;
	const beganMs = Date.now();
	const history = await record({
		level,
		transactions: part,
		servers,
		locksRegisters: level !== "serializable",
		hasLog: round % 4 < 2,
	});
	const anomalies = findAnomalies(history);
	const forbidden = anomalies.filter(({ kind }) => isForbidden(kind, level) || kind === "lost update");
	wrong += forbidden.length;
	const committed = history.transactions.filter(({ isCommitted }) => isCommitted).length;
	process.stdout.write(
		`${done + part}: ${level}, ${servers} servers: ${committed} committed in ${Date.now() - beganMs} ` +
			`ms; forbidden: ${forbidden.length}, allowed: ${anomalies.length - forbidden.length}\n`,
	);
	for (const { kind, sentence } of forbidden.slice(0, 10)) {
		process.stdout.write(`  ${kind}: ${sentence}\n`);
	}
}
process.exitCode = wrong > 0 ? 1 : 0;
