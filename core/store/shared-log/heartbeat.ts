/**
 * Heartbeat of a member: says that it lives, puts out members that are not heard of, gives up on a silent log, folds
 * what is old, and trims the log.
 *
 * Times are those of this server's own clock of elapsed time; what they lead to is decided by the log.
 */
import { runningMs } from "../../async/clock.ts";
import { clearInterval, setInterval } from "../../async/timers.ts";
import type { CommitLog, Position } from "./commit-log.ts";
import type { FollowedStore } from "./followed-store.ts";
import type { MemberName } from "./record.ts";
import { Silence } from "./silence.ts";

/** Interval of beats; also of the checks. */
const beatMs = 1000;
/** A member that was not heard of for so long is put out. */
const outMs = 10_000;
/** Writes are folded into the file at least so often. */
const foldMs = 10_000;
/** The log keeps its records for so long, for members that come back. */
const keepMs = 600_000;
/** A busy member says so often what is in its file. */
const beatsOfFile = 5;
/** The log is trimmed so often. */
const beatsOfTrim = 20;

/** The log at a moment: what may be trimmed, once all members have it in their files and it is old enough. */
interface Mark {
	readonly atMs: number;
	readonly position: Position;
	readonly firstNeeded: ReadonlyMap<MemberName, number>;
}

export class Heartbeat {
	readonly #store: FollowedStore;
	readonly #log: CommitLog;
	readonly #timer: NodeJS.Timeout;
	readonly #silence: Silence;
	#beats = 0;
	#isBeating = false;
	#foldedMs = runningMs();
	#marks: readonly Mark[] = [];

	constructor(store: FollowedStore, log: CommitLog) {
		this.#store = store;
		this.#log = log;
		this.#silence = new Silence(store.members.self, { outMs, ownMs: 3 * beatMs }, runningMs());
		this.#timer = setInterval(() => this.#beat(), beatMs);
		this.#timer.unref();
	}

	stop(): void {
		clearInterval(this.#timer);
	}

	#beat(): void {
		if (this.#store.isClosing) {
			this.stop();
			return;
		}
		this.#beats++;
		if (this.#store.isWithoutLog) {
			this.#store.giveUp();
			return;
		}
		this.#sayAlive();
		this.#putOut();
		this.#foldOld();
		if (this.#beats % beatsOfTrim === 0) {
			this.#trim();
		}
	}

	#sayAlive(): void {
		const { own } = this.#store;
		if (!this.#isBeating && (!own.hasSent || this.#beats % beatsOfFile === 0)) {
			this.#isBeating = true;
			own
				.send({ kind: "beat", folded: this.#store.folded })
				.catch(() => {})
				.finally(() => {
					this.#isBeating = false;
				});
		}
		own.hasSent = false;
	}

	#putOut(): void {
		const { machine, own } = this.#store;
		for (const { name, heard } of this.#silence.longest(machine.members.all(), runningMs())) {
			own.send({ kind: "out", member: name, heard }).catch(() => {});
		}
	}

	#foldOld(): void {
		const nowMs = runningMs();
		if (nowMs - this.#foldedMs > foldMs && this.#store.folded < this.#store.position) {
			this.#foldedMs = nowMs;
			this.#store.fold().catch(() => {
				// The disk is full: the next one tries again.
			});
		}
	}

	/** By the member with the least name: one is enough. */
	#trim(): void {
		const { members, position } = this.#store.machine;
		const all = members.all();
		const nowMs = runningMs();
		const firstNeeded = new Map(all.map((member) => [member.name, member.all + 1]));
		this.#marks = [...this.#marks, { atMs: nowMs, position, firstNeeded }];
		if (all.some(({ name }) => name < this.#store.members.self)) {
			return;
		}
		const least = members.leastFolded;
		const old = this.#marks.findLast((mark) => mark.position <= least && nowMs - mark.atMs >= keepMs);
		if (old !== undefined) {
			this.#marks = this.#marks.filter(({ atMs }) => atMs > old.atMs);
			this.#log.trim(old.position, old.firstNeeded).catch(() => {
				// The next one trims as much, and more.
			});
		}
	}
}
