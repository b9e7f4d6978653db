/**
 * Answers to one command as they go over the wire: results, until the last packet.
 *
 *     OK | ERR | FB (a file is asked for) | columns, definitions, EOF *, rows, EOF        * not with CLIENT_DEPRECATE_EOF
 */
import { createHash, type Hash } from "node:crypto";
import { capability } from "../../server/capability.ts";
import { PayloadReader } from "../../server/decode.ts";
import { statusFlag } from "../../server/reply.ts";
import type { RecordedAnswer } from "./format.ts";

const longestEof = 9;
const largestPiece = 0xffffff;

interface Rows {
	readonly columns: number;
	/** Definitions that have not come yet. */
	definitions: number;
	/** The EOF behind the definitions has come, or will not. */
	isOpen: boolean;
	count: number;
	readonly digest: Hash;
}

export class AnswerReader {
	readonly answers: RecordedAnswer[] = [];
	/** The last packet has come. */
	isDone = false;
	/** The client sends a file now. */
	wantsFile = false;
	readonly #deprecatesEof: boolean;
	#rows: Rows | undefined;

	constructor(capabilities: number) {
		this.#deprecatesEof = (capabilities & capability.deprecateEof) !== 0;
	}

	/** A packet of the server. */
	take(payload: Buffer): void {
		const first = payload[0];
		if (first === 0xff) {
			this.#finish({ error: errorOf(payload) }, 0);
		} else if (this.#rows === undefined) {
			this.#begin(payload);
		} else if (this.#rows.definitions > 0) {
			this.#rows.definitions--;
			this.#rows.isOpen ||= this.#rows.definitions === 0 && this.#deprecatesEof;
		} else if (first === 0xfe && payload.length < (this.#deprecatesEof ? largestPiece : longestEof)) {
			this.#takeEof(payload, this.#rows);
		} else {
			this.#rows.count++;
			this.#rows.digest.update(payload);
		}
	}

	#begin(payload: Buffer): void {
		switch (payload[0]) {
			case 0x00: {
				const reader = new PayloadReader(payload, 1);
				const affected = reader.lenencInteger();
				const insertId = reader.lenencInteger();
				const status = reader.uint16();
				this.#finish({ affected, insertId, warnings: reader.uint16() }, status);
				break;
			}
			case 0xfb:
				this.wantsFile = true;
				break;
			default: {
				const columns = new PayloadReader(payload).lenencInteger();
				this.#rows = { columns, definitions: columns, isOpen: false, count: 0, digest: createHash("sha256") };
			}
		}
	}

	#takeEof(payload: Buffer, rows: Rows): void {
		const reader = new PayloadReader(payload, 1);
		let status: number;
		let warnings: number;
		if (this.#deprecatesEof) {
			reader.lenencInteger();
			reader.lenencInteger();
			status = reader.uint16();
			warnings = reader.uint16();
		} else {
			warnings = reader.uint16();
			status = reader.uint16();
		}
		// Rows of a cursor come when they are fetched.
		if (!rows.isOpen && (status & statusFlag.cursorExists) === 0) {
			rows.isOpen = true;
			return;
		}
		const digest = rows.digest.digest("hex").slice(0, 16);
		this.#rows = undefined;
		this.#finish({ rows: rows.count, columns: rows.columns, digest, warnings }, status);
	}

	#finish(answer: RecordedAnswer, status: number): void {
		this.answers.push(answer);
		this.#rows = undefined;
		this.isDone = (status & statusFlag.moreResults) === 0;
	}
}

export function errorOf(payload: Buffer): { readonly code: number; readonly state: string; readonly message: string } {
	const reader = new PayloadReader(payload, 1);
	const code = reader.uint16();
	const rest = reader.rest();
	const [, state = "HY000", message = ""] = /^(?:#(.{5}))?(.*)$/s.exec(rest) ?? [];
	return { code, state, message: Buffer.from(message, "latin1").toString("utf8") };
}
