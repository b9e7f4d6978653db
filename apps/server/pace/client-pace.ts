/**
 * The pace of an admitted client: whether it sends a command or a file, and reads its results, as fast as it must, and
 * that it gives way to others where it sends many commands at once.
 *
 * `net_read_timeout` and `net_write_timeout` allow pauses. Beyond them a client that moves a byte now and then would
 * keep a command, its snapshot or its locks for ever: so there is a least rate, too.
 */
import { runningMs, type Session, sliceMs, yieldToEventLoop } from "../../../core/index.ts";
import type { LocalFile } from "../local-file.ts";
import type { PacketReader } from "../packet.ts";
import { ReadAhead } from "./read-ahead.ts";
import type { SocketWriter } from "../socket-writer.ts";

/** Bytes a second, on average, of a transfer that has been waited for longer than its timeout. */
const slowest = 1024;

/** Of a file, which its command reads as it comes. */
export const mostFileBytes = 1 << 20;

/** Bytes one way while the other end waits for them, looked at once a second. */
export class Transfer {
	#seconds = 0;
	#silentSeconds = 0;
	#bytes = 0;
	#total: number | undefined;

	/** Nothing is waited for. */
	end(): void {
		this.#total = undefined;
		this.#seconds = 0;
		this.#silentSeconds = 0;
		this.#bytes = 0;
	}

	/**
	 * Another second was waited. `total`: a count of bytes that grows by what moves.
	 *
	 * @returns whether the client is too slow: it paused for longer than the limit, or has been slow for so long
	 */
	isTooSlow(total: number, limitSeconds: number): boolean {
		if (this.#total !== undefined) {
			const moved = Math.max(0, total - this.#total);
			this.#bytes += moved;
			this.#seconds++;
			this.#silentSeconds = moved > 0 ? 0 : this.#silentSeconds + 1;
		}
		this.#total = total;
		const isLate = this.#seconds > limitSeconds && this.#bytes < this.#seconds * slowest;
		return this.#silentSeconds > limitSeconds || isLate;
	}
}

export class ClientPace {
	readonly #reader: PacketReader;
	readonly #outlet: SocketWriter;
	readonly #command = new Transfer();
	readonly #file = new Transfer();
	readonly #result = new Transfer();
	/** Bytes there of a command: fewer means that it is another one. */
	#pending = 0;
	readonly #ahead = new ReadAhead();
	/** The file that was sent last. */
	#lastFile: LocalFile | undefined;

	constructor(reader: PacketReader, outlet: SocketWriter) {
		this.#reader = reader;
		this.#outlet = outlet;
	}

	/**
	 * Whether to read on while a command runs.
	 *
	 * @param mostBytes - that may be there before the client has to wait; undefined: what is read ahead has its own bound
	 */
	readsOn(mostBytes: number | undefined): boolean {
		const { pending } = this.#reader;
		return mostBytes === undefined ? this.#ahead.admits(pending) : pending <= mostBytes;
	}

	/** A command has ended. */
	settle(): void {
		this.#ahead.settle(this.#reader.pending);
	}

	/** The connection has ended. */
	leave(): void {
		this.#ahead.settle(0);
	}

	/**
	 * Called once a second. Returns a sentence where the connection has to end.
	 *
	 * @param isRunning - a command is being worked on
	 * @param file - what the command asks the client for
	 */
	fault(session: Session, isRunning: boolean, file: LocalFile | undefined): string | undefined {
		const { netReadSeconds, netWriteSeconds } = session;
		const pending = isRunning ? 0 : this.#reader.pending;
		if (pending === 0 || pending < this.#pending) {
			this.#command.end();
		}
		this.#pending = pending;
		if (pending > 0 && this.#command.isTooSlow(pending, netReadSeconds)) {
			return "a client sent its command too slowly";
		}
		if (file !== this.#lastFile) {
			this.#file.end();
			this.#lastFile = file;
		}
		if (file?.awaited !== undefined && this.#file.isTooSlow(file.awaited, netReadSeconds)) {
			return "a client sent its file too slowly";
		}
		const { awaited } = this.#outlet;
		if (awaited === undefined) {
			this.#result.end();
			return undefined;
		}
		return this.#result.isTooSlow(awaited, netWriteSeconds) ? "a client did not read its results" : undefined;
	}
}

/** Turns of commands that come at once: after a millisecond of them others are served. */
export class CommandTurn {
	#endMs = 0;

	/** Bytes came: a turn of the event loop has begun. */
	begin(): void {
		this.#endMs = runningMs() + sliceMs;
	}

	/**
	 * Undefined: the next command may run now.
	 *
	 * @param pending - bytes of it that are there; without any nothing is to be given way to
	 */
	over(pending: number): Promise<void> | undefined {
		return pending === 0 || runningMs() < this.#endMs ? undefined : yieldToEventLoop().then(() => this.begin());
	}

	/** When the answer is there and the next command may run. */
	after(answer: Promise<void>, reader: { readonly pending: number }): Promise<void> {
		return answer.then(() => this.over(reader.pending));
	}
}
