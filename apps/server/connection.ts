/**
 * One client's connection, from the greeting to the last byte.
 *
 *     greeting -> login (login.ts) -> commands (command.ts), one after the other -> finished
 *                      ^                          |
 *                      +------ CHANGE_USER -------+
 *
 * In: a two-way stream of bytes, whatever it runs over. Out: the replies, one write for all that was answered in one
 * turn of the event loop. A command that answers at once costs no promise; while one is waited for, what the client
 * sends stays where it is.
 *
 * TLS is laid over the stream while the client logs in, compression when it has.
 */
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { sqlError, SqlError, type MaybePromise, type Session } from "../../core/index.ts";
import { Login } from "./login.ts";
import { capability } from "./capability.ts";
import { commandCode, Commands } from "./command.ts";
import type { ConnectionOptions } from "./connection-options.ts";
import { PacketWriter } from "./encode.ts";
import { encodeGreeting, isTlsRequest, makeChallenge } from "./handshake.ts";
import { openSocketReader } from "./socket-reader.ts";
import { LocalFile } from "./local-file.ts";
import { nameEncoder } from "./metadata-text.ts";
import { SocketWriter } from "./socket-writer.ts";
import { headerLength, PacketReader } from "./packet.ts";
import { PacketSink } from "./packet-sink.ts";
import { encodeError, encodePlainOk, internalError } from "./reply.ts";
import {
	isCompressed,
	isEncrypted,
	securityOf,
	trafficOf,
	transportOf,
	withCompression,
	withTls,
} from "./transport.ts";

/** No packet before login is larger. */
const largestLogin = 1 << 20;
/** Unread bytes beyond which the client has to wait (back-pressure). */
const congested = 1 << 20;
/** How long a client may take to hang up after it was told the last word. */
const farewellMs = 2000;

export class Connection {
	readonly id: number;
	readonly #options: ConnectionOptions;
	/** Source and sink of bytes: the client's stream, or a layer over it. */
	#stream: Duplex;
	readonly #reader = new PacketReader(largestLogin);
	readonly #writer = new PacketWriter();
	readonly #outlet: SocketWriter;
	/** There until the client is admitted, and again while it changes its user. */
	#admission: Login | undefined;
	#capabilities = 0;
	#session: Session | undefined;
	#commands: Commands | undefined;
	#sink: PacketSink | undefined;
	/** The client sends a file while its command runs. */
	#file: LocalFile | undefined;
	/** A command, or a step of the login, is being worked on. */
	#running = false;
	/** Commands are over: after the one that runs, the client is shown out. */
	#closing = false;
	/** The client has said goodbye. */
	#isLeft = false;
	#timer: NodeJS.Timeout | undefined;
	/** The tick at which the last command was answered. */
	#idleSince = 0;

	constructor(options: ConnectionOptions) {
		this.#options = options;
		this.#stream = options.stream;
		this.#outlet = new SocketWriter(options.stream, this.#writer);
		this.id = options.kernel.nextConnectionId();
		this.#listen(options.stream);
	}

	#listen(stream: Duplex): void {
		this.#stream = stream;
		openSocketReader(
			stream,
			(chunk) => this.#feed(chunk),
			(buffer, length) => this.#glance(buffer, length),
		);
		stream.on("error", () => stream.destroy());
		stream.on("end", () => (stream.allowHalfOpen ? stream.end() : undefined));
		stream.on("close", () => {
			if (stream === this.#stream) {
				this.#closed();
			}
		});
	}

	/** Reads from another stream from now on: a layer over the one before. */
	#change(stream: Duplex): void {
		this.#outlet.leadTo(stream);
		this.#listen(stream);
	}

	/** Ends the connection where nothing was heard for longer than `wait_timeout`; called once a second. */
	checkIdle(tick: number): void {
		if (
			this.#session !== undefined &&
			!this.#running &&
			this.#admission === undefined &&
			tick - this.#idleSince > this.#session.idleSeconds
		) {
			this.#options.log.info({ connection: this.id }, "a connection was idle for too long");
			this.finish();
		}
	}

	/** The first word is the server's. */
	greet(): void {
		const { kernel, collationId, connectTimeoutMs, offersTls } = this.#options;
		const challenge = makeChallenge();
		this.#openDoor(challenge);
		encodeGreeting(this.#writer, { version: kernel.version, connectionId: this.id, collationId, challenge, offersTls });
		this.#timer = setTimeout(() => this.#refuse(sqlError("handshakeError")), connectTimeoutMs);
		this.#outlet.flush();
	}

	/**
	 * Instead of the greeting: a refusal. SQL states are not sent to clients that have not announced that they know
	 * them.
	 */
	turnAway(error: SqlError): void {
		this.#closing = true;
		encodeError(this.#writer, error, null, false);
		this.#showOut();
	}

	/** Lets the command that runs come to its end, then hangs up. */
	finish(): void {
		this.#closing = true;
		if (!this.#running) {
			this.#showOut();
		}
	}

	destroy(): void {
		this.#stream.destroy();
	}

	/**
	 * A command that came alone is read where it lies: none keeps anything of its payload, but for one that awaits
	 * before it reads.
	 */
	#glance(buffer: Buffer, length: number): boolean {
		const isCommand =
			!this.#running &&
			!this.#closing &&
			this.#admission === undefined &&
			buffer[headerLength] !== commandCode.changeUser;
		const payload = isCommand ? this.#reader.whole(buffer, length) : undefined;
		if (payload === undefined) {
			return false;
		}
		this.#options.kernel.arrivals.arrived++;
		this.#work(payload);
		return true;
	}

	#feed(chunk: Buffer): void {
		if (this.#stream instanceof Socket) {
			this.#options.kernel.arrivals.arrived++;
		}
		if (this.#closing && this.#file === undefined) {
			return;
		}
		this.#reader.feed(chunk);
		if (!this.#running) {
			this.#work();
			return;
		}
		this.#file?.wake();
		if (this.#reader.pending > congested) {
			this.#stream.pause();
		}
	}

	/** Takes payloads until none is there or one has to be waited for. */
	#work(first?: Buffer): void {
		let payload = this.#closing ? undefined : (first ?? this.#nextPayload());
		while (payload !== undefined) {
			this.#running = true;
			const answer = this.#attempt(payload) ?? this.#outlet.congestion();
			if (answer !== undefined) {
				this.#outlet.flush();
				answer.then(this.#resume, this.#failAndResume);
				return;
			}
			this.#running = false;
			// One that came alone was all there is.
			payload = this.#closing || first !== undefined ? undefined : this.#nextPayload();
		}
		if (this.#closing) {
			this.#showOut();
		} else {
			this.#idleSince = this.#options.facts.tick;
			this.#outlet.flush();
		}
	}

	#nextPayload(): Buffer | undefined {
		try {
			// A command counts its packets anew; a login goes on counting.
			return this.#reader.next(this.#admission === undefined ? 0 : this.#writer.sequence);
		} catch (failure) {
			this.#writer.sequence = this.#reader.sequence;
			this.#refuse(failure);
			return undefined;
		}
	}

	/** The promise to wait for, if there is one. */
	#attempt(payload: Buffer): Promise<void> | undefined {
		this.#writer.sequence = this.#reader.sequence;
		if (this.#sink !== undefined) {
			this.#sink.state = "idle";
		}
		try {
			const answer = this.#receive(payload);
			return answer instanceof Promise ? answer.then(() => this.#checkFinished()) : this.#checkFinished();
		} catch (failure) {
			this.#fail(failure);
			return undefined;
		}
	}

	readonly #resume = (): void => {
		this.#running = false;
		if (!this.#outlet.open) {
			void this.#leave();
			return;
		}
		if (this.#stream.isPaused()) {
			this.#stream.resume();
		}
		this.#work();
	};

	readonly #failAndResume = (failure: unknown): void => {
		this.#fail(failure);
		this.#resume();
	};

	#receive(payload: Buffer): MaybePromise<void> {
		if (this.#admission !== undefined) {
			if (this.#options.offersTls && !this.#admission.introduced && isTlsRequest(payload)) {
				return this.#change(withTls(this.#stream, this.#reader.takeRest(), this.#options.keys));
			}
			return this.#login(this.#admission, payload);
		}
		switch (payload[0]) {
			case commandCode.quit:
				this.#closing = true;
				this.#isLeft = true;
				return;
			case commandCode.changeUser:
				return this.#changeUser(payload);
			default:
				return this.#commands?.run(payload);
		}
	}

	async #login(admission: Login, payload: Buffer): Promise<void> {
		this.#enter(await admission.receive(payload, this.#writer), admission);
	}

	async #changeUser(payload: Buffer): Promise<void> {
		await this.#leave();
		const admission = this.#openDoor(makeChallenge());
		this.#enter(await admission.changeUser(payload, this.#capabilities, this.#writer), admission);
	}

	#openDoor(challenge: Buffer): Login {
		const { kernel, host, keys, isLocal } = this.#options;
		this.#admission = new Login(
			kernel,
			{
				connectionId: this.id,
				host,
				keys,
				isSecure: () => isLocal || isEncrypted(this.#stream),
				security: () => securityOf(this.#stream, keys),
				transport: () => transportOf(this.#stream, (this.#admission!.capabilities & capability.compress) !== 0),
				traffic: () => trafficOf(this.#stream),
				disconnect: () => this.finish(),
				openLocalFile: (path) => this.#openFile(path),
			},
			challenge,
		);
		return this.#admission;
	}

	#openFile(path: string): LocalFile {
		this.#file = new LocalFile(nameEncoder(this.#session?.clientCharset ?? null)(path), {
			reader: this.#reader,
			writer: this.#writer,
			outlet: this.#outlet,
			resume: () => this.#stream.resume(),
			done: () => {
				this.#file = undefined;
			},
			hangUp: () => {
				this.#closing = true;
			},
		});
		return this.#file;
	}

	/** Undefined: the client has to say more first. */
	#enter(session: Session | undefined, admission: Login): void {
		this.#capabilities = admission.capabilities;
		if (session === undefined) {
			return;
		}
		this.#session = session;
		if (this.#closing) {
			return;
		}
		clearTimeout(this.#timer);
		this.#admission = undefined;
		this.#sink = new PacketSink(session, this.#writer, this.#outlet, this.#capabilities);
		this.#commands = new Commands(session, this.#sink, this.#writer, this.#options.facts);
		this.#reader.largestPayload = this.#options.facts.largestPayload;
		encodePlainOk(this.#writer, session.status());
		this.#idleSince = this.#options.facts.tick;
		if ((this.#capabilities & capability.compress) !== 0 && !isCompressed(this.#stream)) {
			this.#outlet.flush();
			this.#change(withCompression(this.#stream, this.#reader.takeRest()));
		}
	}

	/** A statement that ended without a last result would leave the client waiting for ever. */
	#checkFinished(): undefined {
		if (this.#sink?.state === "open" && this.#outlet.open) {
			throw new Error("A statement ended without its last result");
		}
	}

	/** Reports the failure; before login it ends the connection. */
	#fail(failure: unknown): void {
		this.#writer.abandon();
		if (this.#admission !== undefined) {
			this.#refuse(failure);
			return;
		}
		if (this.#sink?.state === "done") {
			// The reply is complete, so there is no place for an error in it.
			this.#options.log.error({ err: failure, connection: this.id }, "a statement failed after it was answered");
			this.#closing = true;
			return;
		}
		encodeError(this.#writer, this.#told(failure), this.#session?.resultsCharset ?? null);
	}

	#refuse(failure: unknown): void {
		if (this.#closing) {
			return;
		}
		this.#closing = true;
		encodeError(
			this.#writer,
			this.#told(failure),
			this.#session?.resultsCharset ?? this.#admission?.charset ?? null,
			this.#admission?.introduced !== false || this.#capabilities !== 0,
		);
		if (!this.#running) {
			this.#showOut();
		}
	}

	/** The error that a client receives for a failure: its own mistakes in full, ours in one sentence. */
	#told(failure: unknown): SqlError {
		if (failure instanceof SqlError) {
			return failure;
		}
		this.#options.log.error({ err: failure, connection: this.id }, "internal error");
		return internalError(failure);
	}

	/** The last replies, then the end; what the client still sends is read and dropped, so that it reads them. */
	#showOut(): void {
		this.#outlet.flush();
		if (!this.#outlet.open || this.#stream.writableEnded) {
			return;
		}
		clearTimeout(this.#timer);
		if (this.#isLeft && this.#outlet.isSent) {
			// The client neither waits for anything nor says more.
			this.#stream.destroy();
			return;
		}
		this.#stream.end();
		this.#stream.resume();
		this.#timer = setTimeout(() => this.destroy(), farewellMs);
		void this.#leave();
	}

	#closed(): void {
		this.#outlet.close();
		this.#file?.wake();
		this.#closing = true;
		clearTimeout(this.#timer);
		if (this.#running) {
			this.#session?.abandon();
		} else {
			this.#writer.release();
			void this.#leave();
		}
		this.#options.ended();
	}

	/** Ends the session, if there is one. Never throws. */
	async #leave(): Promise<void> {
		const session = this.#session;
		this.#session = undefined;
		this.#commands?.close();
		this.#commands = undefined;
		this.#sink = undefined;
		try {
			await session?.close();
		} catch (failure) {
			this.#options.log.error({ err: failure, connection: this.id }, "a session could not be closed");
		}
	}
}
