/**
 * Watch of an etcd key range: a stream of JSON lines, taken up again at the next host wherever it ended.
 *
 * A host that is cut off from the others, or hangs, ends no stream. So the watch also begins anew when a record that
 * this server has appended does not come back.
 */
import type { ClientRequest } from "node:http";
import { LogFailure, type LogRecord } from "../../core/index.ts";
import type { EtcdGateway } from "./etcd-gateway.ts";

const againMs = 50;
const checkMs = 500;
/** How long a record of this server's may take to come back. */
const mostLateMs = 2000;

interface Following {
	readonly after: number;
	take(record: LogRecord): void;
	failed(reason: LogFailure): void;
}

interface WatchLine {
	readonly result?: {
		readonly canceled?: boolean;
		readonly cancel_reason?: string;
		readonly compact_revision?: string;
		readonly events?: readonly {
			readonly type?: "PUT" | "DELETE";
			readonly kv: { readonly value?: string; readonly mod_revision: string };
		}[];
	};
}

export class EtcdWatch {
	readonly #gateway: EtcdGateway;
	readonly #key: string;
	readonly #end: string;
	readonly #following: Following;
	readonly #timer: NodeJS.Timeout;
	/** The last record taken. */
	#position: number;
	#expected = 0;
	#expectedSinceMs = 0;
	#request: ClientRequest | undefined;
	#isClosed = false;

	constructor(gateway: EtcdGateway, key: string, end: string, following: Following) {
		this.#gateway = gateway;
		this.#key = key;
		this.#end = end;
		this.#following = following;
		this.#position = following.after;
		this.#timer = setInterval(() => this.#check(), checkMs);
		this.#timer.unref();
		this.#begin();
	}

	/** A record at this position exists. */
	expect(position: number): void {
		if (this.#expected <= this.#position) {
			this.#expectedSinceMs = performance.now();
		}
		this.#expected = Math.max(this.#expected, position);
	}

	#check(): void {
		if (this.#expected > this.#position && performance.now() - this.#expectedSinceMs > mostLateMs) {
			this.#expectedSinceMs = performance.now();
			this.#request?.destroy(new Error("records do not come back"));
		}
	}

	#begin(): void {
		if (this.#isClosed) {
			return;
		}
		const host = this.#gateway.host;
		let rest = "";
		const request = this.#gateway.request("/v3/watch", undefined, (response) => {
			response.setEncoding("latin1");
			response.on("data", (text: string) => {
				const lines = (rest + text).split("\n");
				rest = lines.pop()!;
				for (const line of lines) {
					if (this.#request === request) {
						this.#takeLine(JSON.parse(line) as WatchLine);
					}
				}
			});
			response.on("end", again);
			response.on("error", again);
		});
		const again = (): void => {
			if (this.#request === request && !this.#isClosed) {
				this.#request = undefined;
				this.#gateway.passOver(host);
				setTimeout(() => this.#begin(), againMs);
			}
		};
		this.#request = request;
		request.on("error", again);
		request.on("close", again);
		request.end(
			JSON.stringify({
				create_request: {
					key: this.#key,
					range_end: this.#end,
					start_revision: String(this.#position + 1),
					filters: ["NODELETE"],
				},
			}),
		);
	}

	#takeLine({ result }: WatchLine): void {
		if (result?.canceled === true) {
			if (result.compact_revision !== undefined && result.compact_revision !== "0") {
				this.#fail("The log no longer has what this server has missed: join it anew from a copy of a member.");
			}
			return;
		}
		for (const { type, kv } of result?.events ?? []) {
			const position = Number(kv.mod_revision);
			if (type !== "DELETE" && position > this.#position) {
				this.#position = position;
				this.#following.take({ position, bytes: Buffer.from(kv.value ?? "", "base64") });
			}
		}
	}

	#fail(sentence: string): void {
		this.close();
		this.#following.failed(new LogFailure(sentence));
	}

	close(): void {
		this.#isClosed = true;
		clearInterval(this.#timer);
		this.#request?.destroy();
	}
}
