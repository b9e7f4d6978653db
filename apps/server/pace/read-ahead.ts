/**
 * Read-ahead: bytes that a client may send behind a command that runs, until its socket is not read (back-pressure).
 *
 * Only who reads hears of a hang-up: the end of the stream comes behind all that was sent, of which the buffers of both
 * machines hold up to ten megabytes. So a connection reads on as far, while all together hold no more than a bound.
 */

/** Bytes that every connection may hold. */
const always = 1 << 20;
/** Bytes that one may hold besides: more than the buffers of two machines. */
const most = 16 << 20;
/** Bytes that all may hold besides. */
const mostTogether = 64 << 20;

let together = 0;

export class ReadAhead {
	#held = 0;

	/** Whether to read on, with so many bytes there. */
	admits(pending: number): boolean {
		const wanted = Math.max(0, pending - always);
		if (wanted > most || together - this.#held + wanted > mostTogether) {
			return false;
		}
		this.#hold(wanted);
		return true;
	}

	/** Some of it was taken, or the connection has ended: so many bytes are left. */
	settle(pending: number): void {
		this.#hold(Math.min(this.#held, Math.max(0, pending - always)));
	}

	#hold(bytes: number): void {
		together += bytes - this.#held;
		this.#held = bytes;
	}
}
