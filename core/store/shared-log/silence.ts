/**
 * Silence of the other members, as one server hears it in the log: which of them are to be put out.
 *
 * Silence proves nothing while the server does not hear what it appends itself. When it hears that again, all begin
 * anew: after a time without a quorum the first member to be heard would put out all others.
 */
import type { Position } from "./commit-log.ts";
import type { MemberName } from "./record.ts";

interface Heard {
	readonly name: MemberName;
	/** Position of its last record. */
	readonly heard: Position;
}

interface Since {
	readonly position: Position;
	readonly sinceMs: number;
}

export class Silence {
	readonly #self: MemberName;
	readonly #outMs: number;
	readonly #ownMs: number;
	readonly #heard = new Map<MemberName, Since>();
	/** When a record of this server last came back. */
	#returnedMs: number;

	/** `outMs`: a member is put out after so long; `ownMs`: after so long this server's own silence counts. */
	constructor(self: MemberName, { outMs, ownMs }: { readonly outMs: number; readonly ownMs: number }, nowMs: number) {
		this.#self = self;
		this.#outMs = outMs;
		this.#ownMs = ownMs;
		this.#returnedMs = nowMs;
	}

	/** Members that were silent for too long. Each is returned once for a silence. */
	longest(members: readonly Heard[], nowMs: number): readonly Heard[] {
		this.#hear(members, nowMs);
		if (nowMs - this.#returnedMs >= this.#ownMs) {
			return [];
		}
		const out = members.filter(({ name }) => name !== this.#self && nowMs - this.#sinceMs(name) > this.#outMs);
		for (const { name } of out) {
			this.#heard.delete(name);
		}
		return out;
	}

	#sinceMs(name: MemberName): number {
		return this.#heard.get(name)!.sinceMs;
	}

	#hear(members: readonly Heard[], nowMs: number): void {
		const own = members.find(({ name }) => name === this.#self);
		if (own !== undefined && own.heard !== this.#heard.get(this.#self)?.position) {
			if (nowMs - this.#returnedMs >= this.#ownMs) {
				this.#heard.clear();
			}
			this.#returnedMs = nowMs;
		}
		const names = new Set(members.map(({ name }) => name));
		for (const name of this.#heard.keys()) {
			if (!names.has(name)) {
				this.#heard.delete(name);
			}
		}
		for (const { name, heard } of members) {
			if (this.#heard.get(name)?.position !== heard) {
				this.#heard.set(name, { position: heard, sinceMs: nowMs });
			}
		}
	}
}
