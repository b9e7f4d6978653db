/**
 * One waiting claim: a promise, settled once, and the holders that block it.
 */
import { clearTimeout, nowMs, setTimeout } from "../../async/timers.ts";
import { runningMs } from "../../async/clock.ts";
import { sqlError } from "../../errors/catalogue.ts";
import type { LockPlace, Patience, Wait } from "./agent.ts";
import type { Holding, Span } from "./holding.ts";
import type { InLine, KeyLock } from "./key-lock.ts";
import { conflict, type LockMode } from "./mode.ts";

/** The part of the lock manager that a wait uses. */
interface WaitRoom {
	readonly options: { readonly patience: Patience; readonly state: string };
	keyRivals(holding: Holding, lock: KeyLock<KeyWait>, mode: LockMode, isNew: boolean): Iterable<Holding>;
	spanRivals(span: Span): Iterable<Holding>;
	giveUp(wait: LockWait): void;
}

export abstract class LockWait implements Wait {
	readonly holding: Holding;
	readonly sinceMs = nowMs();
	readonly #beganMs = runningMs();
	readonly #room: WaitRoom;
	#resolve: () => void = () => {};
	#reject: (failure: Error) => void = () => {};
	#deadlock: (() => Error) | undefined;
	#timer: NodeJS.Timeout | undefined;

	constructor(room: WaitRoom, holding: Holding) {
		this.#room = room;
		this.holding = holding;
	}

	abstract readonly about: string;
	abstract blockers(): Iterable<Holding>;

	get state(): string {
		return this.#room.options.state;
	}

	get isBlocked(): boolean {
		for (const _blocker of this.blockers()) {
			return true;
		}
		return false;
	}

	/** `deadlock` makes the error of a victim. */
	begin(deadlock: () => Error): Promise<void> {
		const { agent } = this.holding;
		this.#deadlock = deadlock;
		agent.waiting = this;
		const patienceMs = agent.patienceMs(this.#room.options.patience);
		this.#timer = setTimeout(() => this.fail(sqlError("lockWaitTimeout")), patienceMs);
		return new Promise((resolve, reject) => {
			this.#resolve = resolve;
			this.#reject = reject;
		});
	}

	/** Grants the lock. */
	keep(): void {
		this.#end();
		this.#resolve();
	}

	fail(failure: Error): void {
		this.#end();
		this.#room.giveUp(this);
		this.#reject(failure);
	}

	sacrifice(): void {
		this.fail(this.#deadlock?.() ?? sqlError("deadlock"));
	}

	#end(): void {
		clearTimeout(this.#timer);
		const { agent } = this.holding;
		agent.waiting = undefined;
		if (this.#room.options.patience !== "name") {
			agent.countWait(this.#beganMs);
		}
	}
}

export class KeyWait extends LockWait implements InLine {
	readonly lock: KeyLock<KeyWait>;
	readonly mode: LockMode;
	readonly #isNew: boolean;
	readonly #room: WaitRoom;

	constructor(room: WaitRoom, holding: Holding, lock: KeyLock<KeyWait>, mode: LockMode, isNew: boolean) {
		super(room, holding);
		this.#room = room;
		this.lock = lock;
		this.mode = mode;
		this.#isNew = isNew;
	}

	get place(): LockPlace {
		return { key: this.lock.key, mode: this.mode };
	}

	get about(): string {
		return `${this.mode} ${Buffer.from(this.lock.key, "latin1").toString("hex")}`;
	}

	/** The agent holds the key in another mode, or a range around it: queued waits may be waiting for just that. */
	get goesFirst(): boolean {
		const { holding, lock } = this;
		return lock.has(holding, "shared") || holding.covers(lock.key);
	}

	*blockers(): Iterable<Holding> {
		const { holding, lock, mode } = this;
		yield* this.#room.keyRivals(holding, lock, mode, this.#isNew);
		if (!this.goesFirst) {
			for (const before of lock.queue ?? []) {
				if (before === this) {
					return;
				}
				if (before.holding.agent !== holding.agent && conflict(before.mode, mode)) {
					yield before.holding;
				}
			}
		}
	}
}

export class SpanWait extends LockWait {
	readonly span: Span;
	readonly #room: WaitRoom;

	constructor(room: WaitRoom, span: Span) {
		super(room, span.holding);
		this.#room = room;
		this.span = span;
	}

	get place(): LockPlace {
		const { from, to, mode } = this.span;
		return { key: from, to, mode };
	}

	get about(): string {
		const { from, to, mode } = this.span;
		return `${mode} ${Buffer.from(from, "latin1").toString("hex")} to ${Buffer.from(to, "latin1").toString("hex")}`;
	}

	blockers(): Iterable<Holding> {
		return this.#room.spanRivals(this.span);
	}
}
