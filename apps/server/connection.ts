/**
 * One client's connection, from the greeting to the last byte.
 *
 *     greeting -> login (login.ts) -> commands (command.ts), one after the other -> finished
 *                      ^                          |
 *                      +------ CHANGE_USER -------+
 *
 * In: a stream of bytes. Out: the replies, one write for all that was answered in one turn of the event loop. A command
 * that answers at once costs no promise; while one is waited for, what the client sends stays where it is.
 */
import { clearTimeout, setTimeout } from "../../core/index.ts";
import { sqlError, type SqlError, type MaybePromise, type Session } from "../../core/index.ts";
import { AdmittedClient } from "./admitted-client.ts";
import { ClientPace, CommandTurn, mostFileBytes } from "./pace/client-pace.ts";
import { ClientStream } from "./client-stream.ts";
import { Login } from "./login.ts";
import { capability } from "./capability.ts";
import { commandCode } from "./command.ts";
import type { ConnectionOptions } from "./connection-options.ts";
import { PacketWriter } from "./encode.ts";
import { encodeGreeting, isTlsRequest, makeChallenge } from "./handshake.ts";
import { type FileLine, LocalFile } from "./local-file.ts";
import { nameEncoder } from "./metadata-text.ts";
import { SocketWriter } from "./socket-writer.ts";
import { headerLength, PacketReader } from "./packet.ts";
import { clientError, encodeError, encodePlainOk } from "./reply.ts";

/** No packet before login is larger. */
const largestLogin = 1 << 14;
const farewellMs = 2000;

export class Connection {
	readonly id: number;
	readonly #options: ConnectionOptions;
	readonly #stream: ClientStream;
	readonly #reader = new PacketReader(largestLogin);
	readonly #writer = new PacketWriter();
	readonly #outlet: SocketWriter;
	/** There until the client is admitted, and again while it changes its user. */
	#admission: Login | undefined;
	#capabilities = 0;
	#client: AdmittedClient | undefined;
	/** The client sends a file while its command runs. */
	#file: LocalFile | undefined;
	/** A command, or a step of the login, is being worked on. */
	#running = false;
	/** Commands are over: after the one that runs, the client is shown out. */
	#closing = false;
	#isLeft = false;
	#timer: NodeJS.Timeout | undefined;
	#idleSince = 0;
	readonly #pace: ClientPace;
	readonly #line: Pick<FileLine, "reader" | "writer" | "outlet">;
	#isAdmitted = false;
	readonly #turn = new CommandTurn();

	constructor(options: ConnectionOptions) {
		this.#options = options;
		this.#outlet = new SocketWriter(options.stream, this.#writer);
		this.#line = { reader: this.#reader, writer: this.#writer, outlet: this.#outlet };
		this.#pace = new ClientPace(this.#reader, this.#outlet);
		this.id = options.kernel.nextConnectionId();
		this.#stream = new ClientStream(options.stream, this.#outlet, options.keys, {
			glance: (buffer, length) => this.#glance(buffer, length),
			feed: (chunk) => this.#feed(chunk),
			closed: () => this.#closed(),
		});
	}

	/** Ends the connection where nothing was heard for longer than `wait_timeout`; called once a second. */
	checkIdle(tick: number): void {
		const session = this.#admission === undefined ? this.#client?.session : undefined;
		if (session === undefined) {
			return;
		}
		const fault = this.#pace.fault(session, this.#running, this.#file);
		if (fault !== undefined) {
			this.#options.log.info({ connection: this.id }, fault);
			this.destroy();
		} else if (!this.#running && tick - this.#idleSince > session.idleSeconds) {
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

	/** A refusal instead of the greeting, without an SQL state, which the client has not announced to know. */
	turnAway(error: SqlError): void {
		this.#closing = true;
		encodeError(this.#writer, error, null, false);
		this.#showOut();
	}

	/** The client has not introduced itself. */
	get isSilent(): boolean {
		return this.#admission?.introduced === false;
	}

	/** Hangs up after the command that runs, which waits for no file any more. */
	finish(): void {
		this.#file?.giveUp();
		this.#closing = true;
		if (!this.#running) {
			this.#showOut();
		}
	}

	destroy(): void {
		this.#stream.destroy();
	}

	/** A command that came alone is read where it lies: none keeps its payload, but for one that awaits first. */
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
		if (this.#stream.isSocket) {
			this.#options.kernel.arrivals.arrived++;
		}
		if (this.#closing && this.#file === undefined) {
			return;
		}
		this.#reader.feed(chunk);
		this.#turn.begin();
		if (!this.#running) {
			this.#work();
			return;
		}
		this.#file?.wake();
		if (!this.#pace.readsOn(this.#isAdmitted ? this.#file && mostFileBytes : largestLogin)) {
			this.#stream.pause();
		}
	}

	/** Takes payloads until none is there, one has to be waited for, or it is another client's turn. */
	#work(first?: Buffer): void {
		let payload = this.#closing ? undefined : (first ?? this.#nextPayload());
		while (payload !== undefined) {
			this.#running = true;
			// One that came alone was all there is.
			const rest = first === undefined ? this.#reader.pending : 0;
			const answer =
				this.#attempt(payload) ?? this.#outlet.congestion() ?? (rest > 0 ? this.#turn.over(rest) : undefined);
			if (answer !== undefined) {
				this.#outlet.flush();
				this.#turn.after(answer, this.#reader).then(this.#resume, this.#failAndResume);
				return;
			}
			this.#running = false;
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
		if (this.#client !== undefined) {
			this.#client.sink.state = "idle";
		}
		try {
			const answer = this.#receive(payload);
			return answer instanceof Promise
				? answer.then(() => this.#client?.ended(this.#file))
				: this.#client?.sink.checkFinished();
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
		this.#stream.resume();
		this.#work();
		this.#pace.settle();
	};

	readonly #failAndResume = (failure: unknown): void => {
		this.#fail(failure);
		this.#resume();
	};

	#receive(payload: Buffer): MaybePromise<void> {
		if (this.#admission !== undefined) {
			if (this.#options.offersTls && !this.#admission.introduced && isTlsRequest(payload)) {
				return this.#stream.encrypt(this.#reader.takeRest());
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
				return this.#client?.commands.run(payload);
		}
	}

	async #login(admission: Login, payload: Buffer): Promise<void> {
		this.#enter(await admission.receive(payload, this.#writer), admission);
	}

	async #changeUser(payload: Buffer): Promise<void> {
		await this.#leave();
		this.#isAdmitted = false;
		this.#options.departed();
		this.#timer = setTimeout(() => this.#refuse(sqlError("handshakeError")), this.#options.connectTimeoutMs);
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
				isSecure: () => isLocal || this.#stream.isEncrypted,
				security: () => this.#stream.security(),
				transport: () => this.#stream.transport((this.#admission!.capabilities & capability.compress) !== 0),
				traffic: () => this.#stream.traffic(),
				disconnect: () => this.finish(),
				openLocalFile: (path) => this.#openFile(path),
			},
			challenge,
		);
		return this.#admission;
	}

	#openFile(path: string): LocalFile {
		this.#file = new LocalFile(nameEncoder(this.#client?.session.clientCharset ?? null)(path), {
			...this.#line,
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
		this.#client = new AdmittedClient(session, {
			writer: this.#writer,
			outlet: this.#outlet,
			capabilities: this.#capabilities,
			facts: this.#options.facts,
			sendsFile: () => this.#file !== undefined,
		});
		if (this.#closing) {
			return;
		}
		clearTimeout(this.#timer);
		this.#admission = undefined;
		if (!this.#isAdmitted) {
			this.#isAdmitted = true;
			this.#options.admitted();
		}
		this.#reader.largestPayload = session.largestPacketBytes;
		encodePlainOk(this.#writer, session.status());
		this.#idleSince = this.#options.facts.tick;
		if ((this.#capabilities & capability.compress) !== 0 && !this.#stream.isCompressed) {
			this.#outlet.flush();
			this.#stream.compress(this.#reader.takeRest());
		}
	}

	/** Reports the failure; before login it ends the connection. */
	#fail(failure: unknown): void {
		this.#writer.abandon();
		if (this.#admission !== undefined) {
			this.#refuse(failure);
			return;
		}
		if (this.#client?.isAnswered === true) {
			this.#options.log.error({ err: failure, connection: this.id }, "a statement failed after it was answered");
			this.#closing = true;
			return;
		}
		encodeError(
			this.#writer,
			clientError(failure, this.#options.log, this.id),
			this.#client?.session.resultsCharset ?? null,
		);
	}

	#refuse(failure: unknown): void {
		if (this.#closing) {
			return;
		}
		this.#closing = true;
		encodeError(
			this.#writer,
			clientError(failure, this.#options.log, this.id),
			this.#client?.session.resultsCharset ?? this.#admission?.charset ?? null,
			this.#admission?.introduced !== false || this.#capabilities !== 0,
		);
		if (!this.#running) {
			this.#showOut();
		}
	}

	/** The last replies, then the end; what the client still sends is read and dropped, so that it reads them. */
	#showOut(): void {
		this.#outlet.flush();
		if (!this.#outlet.open || this.#stream.isEnded) {
			return;
		}
		clearTimeout(this.#timer);
		if (this.#isLeft && this.#outlet.isSent) {
			// The client neither waits for anything nor says more.
			this.#stream.destroy();
			return;
		}
		this.#stream.end();
		this.#timer = setTimeout(() => this.destroy(), farewellMs);
		void this.#leave();
	}

	#closed(): void {
		this.#outlet.close();
		this.#pace.leave();
		this.#file?.wake();
		this.#closing = true;
		clearTimeout(this.#timer);
		if (this.#running) {
			this.#client?.session.abandon();
		} else {
			this.#writer.release();
			void this.#leave();
		}
		if (!this.#isAdmitted) {
			this.#options.kernel.loginRefused();
		}
		this.#options.ended();
	}

	/** Ends the session, if there is one. Never throws. */
	async #leave(): Promise<void> {
		const client = this.#client;
		this.#client = undefined;
		await client?.close().catch((failure: unknown) => {
			this.#options.log.error({ err: failure, connection: this.id }, "a session could not be closed");
		});
	}
}
