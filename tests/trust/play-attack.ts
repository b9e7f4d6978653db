/**
 * Plays an attack on a server, with the canary beside it.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Connection } from "mysql2/promise";
import { type Attack, common, type Field } from "./attack.ts";
import { Canary } from "./canary.ts";
import type { SourceFault } from "./source-fault.ts";
import { TrustedServer } from "./trusted-server.ts";

export interface AttackResult {
	readonly name: string;
	readonly worstMs: number;
	/** Undefined: too few questions were asked. */
	readonly p99Ms: number | undefined;
	/** How long KILL QUERY took to end it; undefined: it ended by itself. */
	readonly killedMs: number | undefined;
	readonly peakBytes: number;
	/** Sentences; empty: it holds, apart from times. */
	readonly faults: readonly string[];
	/** Rounds that were played. */
	readonly rounds: number;
	/** Of what was random in it. */
	readonly seed: number;
	/** Lines of the page about it. */
	readonly notes: readonly string[];
}

/** RLIMIT_DATA of a server under attack. */
export const dataBytes = 2_000_000_000;

/** An endless statement is killed after so long. */
const endlessMs = 1000;
/** A statement that should end by itself is killed after so long, which is a fault. */
const usualPatienceMs = 60_000;
/** KILL has to be heard by then. */
const deafMs = 5000;

/** How an attack is played. */
export interface Play {
	readonly flags?: readonly string[];
	readonly fault?: SourceFault;
	readonly isLong?: boolean;
	/** Of what is random in it. */
	readonly seed?: number;
	/** How long a statement may take. */
	readonly patienceMs?: number;
	/** A row of rounds ends after so long. */
	readonly mostMs?: number;
}

export async function playAttack(attack: Attack, play: Play = {}): Promise<AttackResult> {
	const server = await TrustedServer.start(dataBytes, { ...play, isProbed: attack.isProbed === true });
	const faults: string[] = [];
	try {
		const setup = await server.connect();
		for (const statement of [...common, ...(attack.setup ?? [])]) {
			await setup.query(statement);
		}
		const canary = await Canary.start(server.port);
		const killedMs: number[] = [];
		const field = fieldOf(attack, play, server, canary);
		faults.push(...((await attack.run?.(field)) ?? []));
		await Promise.all(
			Array.from({ length: attack.statements === undefined ? 0 : (attack.connections ?? 1) }, async () => {
				const connection = await server.connect("trust");
				connection.on("error", () => undefined);
				await attackOn(connection, attack, setup, faults, killedMs, play.patienceMs ?? usualPatienceMs);
				connection.destroy();
			}),
		);
		const { worstMs, p99Ms } = await canary.end();
		const peakBytes = server.peakBytes();
		faults.push(...(await aftermath(server)));
		return {
			name: attack.name,
			worstMs,
			p99Ms,
			killedMs: killedMs.length === 0 ? undefined : Math.max(...killedMs),
			peakBytes,
			faults,
			rounds: field.played,
			seed: field.seed,
			notes: field.notes,
		};
	} finally {
		await server.stop();
	}
}

function fieldOf({ rounds }: Attack, play: Play, server: TrustedServer, canary: Canary): Field {
	const { isLong = false, seed = 1 } = play;
	const mostMs = play.mostMs ?? Number.POSITIVE_INFINITY;
	const field = { server, canary, seed, rounds: (isLong ? rounds?.long : rounds?.usual) ?? 1, notes: [], played: 0 };
	return { ...field, untilMs: performance.now() + mostMs };
}

async function attackOn(
	connection: Connection,
	attack: Attack,
	killer: Connection,
	faults: string[],
	killedMs: number[],
	patienceMs: number,
): Promise<void> {
	for (let time = 0; time < (attack.times ?? 1); time++) {
		for (const statement of attack.statements ?? []) {
			let killedAtMs: number | undefined;
			const limitMs = attack.isEndless === true ? endlessMs : patienceMs;
			const timer = setTimeout(() => {
				killedAtMs = performance.now();
				void killer.query(`kill query ${connection.threadId}`).catch(() => undefined);
			}, limitMs);
			const code = await Promise.race([
				codeOf(connection, statement),
				sleep(limitMs + deafMs, "no end, not even after KILL QUERY", { ref: false }),
			]);
			clearTimeout(timer);
			if (killedAtMs !== undefined) {
				killedMs.push(performance.now() - killedAtMs);
			}
			const fault = faultOf(attack, code, killedAtMs !== undefined);
			if (fault !== undefined) {
				faults.push(`${fault}: ${statement.slice(0, 100)}`);
				return;
			}
		}
	}
}

/** The error's code; 0: an answer; a sentence: the connection is gone, or the program failed. */
export async function codeOf(connection: Connection, statement: string): Promise<number | string> {
	try {
		await connection.query({ sql: statement, rowsAsArray: true });
		return 0;
	} catch (failure) {
		const { errno, message } = failure as { errno?: number; message: string };
		if (errno === 1105 && message.startsWith("Internal error")) {
			return message;
		}
		return errno !== undefined && errno > 0 ? errno : `the connection ended (${message})`;
	}
}

function faultOf({ codes, isEndless }: Attack, code: number | string, wasKilled: boolean): string | undefined {
	if (typeof code === "string") {
		return code;
	}
	if (isEndless === true) {
		return code === 1317 ? undefined : `error ${code} instead of 1317`;
	}
	if (wasKilled) {
		return "it had to be killed";
	}
	return codes === undefined || codes.includes(code) ? undefined : `error ${code}`;
}

/** The server still answers a new client. */
async function aftermath(server: TrustedServer): Promise<readonly string[]> {
	if (server.hasEnded) {
		return [
			`the server ended: ${server.printed.split("\n").find((line) => /FATAL|what\(\)|Error/.test(line)) ?? "no word"}`,
		];
	}
	const limit = sleep(10_000).then(() => "no answer to a new client within 10 s");
	const asked = (async () => {
		const connection = await server.connect();
		await connection.query("select 1");
		connection.destroy();
		return undefined;
	})().catch((failure: unknown) => `a new client was refused (${(failure as Error).message})`);
	const fault = await Promise.race([asked, limit]);
	return fault === undefined ? [] : [fault];
}
