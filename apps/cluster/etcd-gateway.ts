/**
 * Requests to etcd through its own JSON gateway: one second a try, then the next host, until one answers.
 *
 * An append that was on its way to a leader that died is answered after seven seconds only; so a try is given up early,
 * and what is asked again must be the same.
 */
import { Agent, type ClientRequest, type IncomingMessage, request as sendPlain } from "node:http";
import { Agent as SecureAgent, request as sendSecurely, type RequestOptions } from "node:https";
import { LogFailure } from "../../core/index.ts";
import type { LogAddress } from "./log-address.ts";

const tryMs = 1000;
const leastPauseMs = 20;
const mostPauseMs = 80;

/** gRPC's codes, as the gateway gives them. */
const invalidArgument = 3;
const outOfRange = 11;
const permissionDenied = 7;
const unauthenticated = 16;

/** etcd has answered with an error. */
class EtcdError extends Error {
	override readonly name = "EtcdError";
	readonly code: number;

	constructor(message: string, code: number) {
		super(message);
		this.code = code;
	}

	/** Asked again, it will be refused again. */
	get isFinal(): boolean {
		const isRefused = this.code === invalidArgument || this.code === outOfRange || this.code === permissionDenied;
		return isRefused || /larger than max|too large/.test(this.message);
	}
}

export function base64(bytes: Uint8Array | string): string {
	const given =
		typeof bytes === "string" ? Buffer.from(bytes) : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
	return given.toString("base64");
}

export class EtcdGateway {
	readonly #address: LogAddress;
	readonly #agent: Agent;
	#at = 0;
	#token: string | undefined;
	#isClosed = false;
	/** Of the first of the failures since the last answer. */
	#silentSinceMs: number | undefined;
	/** Of the last failure. */
	lastFailure = "";

	constructor(address: LogAddress) {
		this.#address = address;
		const options = { keepAlive: true, noDelay: true };
		this.#agent = address.tls === undefined ? new Agent(options) : new SecureAgent({ ...options, ...address.tls });
	}

	get silentMs(): number {
		return this.#silentSinceMs === undefined ? 0 : performance.now() - this.#silentSinceMs;
	}

	/** Repeats until a host has answered. Throws a LogFailure if it is refused for good, or closed. */
	async ask<T>(path: string, body: object): Promise<T> {
		for (;;) {
			const host = this.#at;
			try {
				if (this.#address.user !== undefined && this.#token === undefined) {
					await this.#authenticate();
				}
				const answer = await this.#post<T>(path, body);
				this.#silentSinceMs = undefined;
				return answer;
			} catch (failure) {
				if (this.#isClosed) {
					throw new LogFailure("The log is closed.");
				}
				await this.#learn(failure as Error, host);
			}
		}
	}

	/** Throws what cannot be mended by another try; else waits a little and turns to the next host. */
	async #learn(failure: Error, host: number): Promise<void> {
		if (failure instanceof EtcdError && failure.code === unauthenticated && this.#token !== undefined) {
			this.#token = undefined;
			return;
		}
		if (failure instanceof EtcdError && failure.isFinal) {
			throw new LogFailure(`etcd refuses: ${failure.message}`);
		}
		this.lastFailure = failure.message;
		this.#silentSinceMs ??= performance.now();
		this.passOver(host);
		await new Promise((resolve) => setTimeout(resolve, leastPauseMs + Math.random() * (mostPauseMs - leastPauseMs)));
	}

	/** Turns to the next host, unless another request has done so. */
	passOver(host: number): void {
		if (this.#at === host) {
			this.#at = (host + 1) % this.#address.hosts.length;
		}
	}

	/** The host that is asked now. */
	get host(): number {
		return this.#at;
	}

	async #authenticate(): Promise<void> {
		const { user, password } = this.#address;
		const answer = await this.#post<{ token: string }>("/v3/auth/authenticate", { name: user, password });
		this.#token = answer.token;
	}

	#post<T>(path: string, body: object): Promise<T> {
		return new Promise((resolve, reject) => {
			const data = Buffer.from(JSON.stringify(body));
			const request = this.request(path, data.length, (response) => {
				const parts: Buffer[] = [];
				response.on("data", (part: Buffer) => parts.push(part));
				response.on("error", reject);
				response.on("end", () => {
					try {
						const answer = JSON.parse(Buffer.concat(parts).toString()) as T & Partial<{ error: string; code: number }>;
						if (response.statusCode === 200) {
							resolve(answer);
						} else {
							reject(new EtcdError(answer.error ?? `status ${response.statusCode}`, answer.code ?? -1));
						}
					} catch (failure) {
						reject(failure as Error);
					}
				});
			});
			const limit = setTimeout(() => request.destroy(new Error("no answer within a second")), tryMs);
			request.on("close", () => clearTimeout(limit));
			request.on("error", reject);
			request.end(data);
		});
	}

	/** A request whose body the caller writes. */
	request(path: string, length: number | undefined, answered: (response: IncomingMessage) => void): ClientRequest {
		const { host, port } = this.#address.hosts[this.#at]!;
		const options: RequestOptions = {
			host,
			port,
			path,
			method: "POST",
			agent: length === undefined ? false : this.#agent,
			...(length === undefined ? this.#address.tls : {}),
			headers: {
				"content-type": "application/json",
				...(length === undefined ? {} : { "content-length": length }),
				...(this.#token === undefined ? {} : { authorization: this.#token }),
			},
		};
		return this.#address.tls === undefined ? sendPlain(options, answered) : sendSecurely(options, answered);
	}

	close(): void {
		this.#isClosed = true;
		this.#agent.destroy();
	}
}
