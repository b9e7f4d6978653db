/**
 * How a client becomes a session: who it says it is, shown in the way that its account asks for.
 *
 *     response  ->  another plugin than the account's?  fe switch  ->  answer
 *     answer    ->  mysql_native_password: right or wrong
 *                   caching_sha2_password: 01 03 and in, if the server remembers the password; else 01 04
 *       01 04   ->  over TLS or a Unix socket: the password, 00
 *                   else 02, answered by 01 and the public key  ->  the password, 00, xor challenge, encrypted
 *
 * In: the payloads a client sends until it is admitted. Out: a session, or SqlError (1040, 1043, 1044, 1045, 1049,
 * 1226, 1862, 3118, 3159).
 */
import { setTimeout } from "../../core/index.ts";
import { constants, privateDecrypt } from "node:crypto";
import {
	type ByteString,
	sqlError,
	type ByteSource,
	type ConnectionSecurity,
	type Identification,
	type Kernel,
	type Session,
	type Traffic,
	encodeText,
} from "../../core/index.ts";
import { capability } from "./capability.ts";
import type { PacketWriter } from "./encode.ts";
import {
	decodeChangeUser,
	decodeHandshakeResponse,
	encodeAuthMore,
	encodeAuthSwitch,
	type LoginRequest,
	makeChallenge,
} from "./handshake.ts";
import { decodeName } from "./metadata-text.ts";
import type { ServerKeys } from "./security/keys.ts";

/** Facts of a client that are known before its first packet. */
interface Peer {
	readonly connectionId: number;
	/** `localhost` or an address. */
	readonly host: string;
	readonly keys: ServerKeys;
	/** Whether no third party can read the connection. */
	readonly isSecure: () => boolean;
	/** Undefined without TLS. */
	readonly security: () => ConnectionSecurity | undefined;
	/** The connection as SHOW STATUS shows it. */
	readonly transport: () => Readonly<Record<string, string>>;
	readonly traffic: () => Traffic;
	readonly disconnect: () => void;
	readonly openLocalFile: (path: string) => ByteSource;
}

const fastAuthentication = Buffer.of(3);
const fullAuthentication = Buffer.of(4);
const wantsPublicKey = 2;

export class Login {
	readonly #kernel: Kernel;
	readonly #peer: Peer;
	/** The challenge the client's next answer is for. */
	#challenge: Buffer;
	#request: LoginRequest | undefined;
	/** Of the client's names, and of messages; undefined before the client has introduced itself. */
	#charset: string | undefined;
	#identification: Identification | undefined;
	/** The next payload expected. */
	#awaits: "response" | "answer" | "password" = "response";

	/** The client has asked for the public key, which it need not on a secure connection. */
	#hides = false;
	#usesPassword = false;

	constructor(kernel: Kernel, peer: Peer, challenge: Buffer) {
		this.#kernel = kernel;
		this.#peer = peer;
		this.#challenge = challenge;
	}

	/** The flags of both ends: known once the client has introduced itself. */
	get capabilities(): number {
		return this.#request?.capabilities ?? 0;
	}

	get charset(): string | undefined {
		return this.#charset;
	}

	get introduced(): boolean {
		return this.#request !== undefined;
	}

	/** The client's first packet, or what it says to what it was asked. Undefined: it has to say more. */
	async receive(payload: Buffer, writer: PacketWriter): Promise<Session | undefined> {
		switch (this.#awaits) {
			case "response":
				this.#introduce(decodeHandshakeResponse(payload));
				if (!this.#peer.isSecure() && this.#kernel.globalVariable("require_secure_transport") === 1) {
					throw sqlError("secureTransportRequired");
				}
				return this.#begin(true, writer);
			case "answer":
				return this.#judge(payload, writer);
			case "password":
				return this.#hear(payload, writer);
		}
	}

	/**
	 * COM_CHANGE_USER. A client that knows plugins may have answered to any challenge or to none, and expects to be
	 * asked: so it is.
	 */
	async changeUser(payload: Buffer, capabilities: number, writer: PacketWriter): Promise<Session | undefined> {
		this.#introduce(decodeChangeUser(payload, capabilities));
		return this.#begin((capabilities & capability.pluginAuthentication) === 0, writer);
	}

	#introduce(request: LoginRequest): void {
		this.#request = request;
		this.#charset = this.#kernel.handshakeCharset(request.collationId);
	}

	#name(bytes: ByteString): string {
		return decodeName(bytes, this.#charset ?? "utf8mb4");
	}

	/** `hasAnswered`: its answer is to our challenge, if it was made by the account's plugin. */
	async #begin(hasAnswered: boolean, writer: PacketWriter): Promise<Session | undefined> {
		const { user, plugin, response } = this.#request!;
		this.#identification = await this.#kernel.identify(this.#name(user), this.#peer.host);
		const wanted = this.#identification.plugin;
		if (hasAnswered && (plugin ?? "mysql_native_password") === wanted) {
			return this.#judge(response, writer);
		}
		this.#challenge = makeChallenge();
		this.#awaits = "answer";
		encodeAuthSwitch(writer, wanted, this.#challenge);
		return undefined;
	}

	async #judge(answer: Buffer, writer: PacketWriter): Promise<Session | undefined> {
		const { plugin, proves, delayMs } = this.#identification!;
		if (answer.length > 0) {
			await pause(delayMs());
		}
		const isProven = proves(this.#challenge, answer);
		if (isProven === undefined) {
			this.#awaits = "password";
			encodeAuthMore(writer, fullAuthentication);
			return undefined;
		}
		if (!isProven) {
			throw await this.#refused(answer.length > 0);
		}
		this.#usesPassword = answer.length > 0;
		if (plugin === "caching_sha2_password" && answer.length > 0) {
			encodeAuthMore(writer, fastAuthentication);
		}
		return this.#connect();
	}

	/** The password itself, or the wish to see the key that hides it. */
	async #hear(payload: Buffer, writer: PacketWriter): Promise<Session | undefined> {
		if (payload.length === 1 && payload[0] === wantsPublicKey) {
			this.#hides = true;
			encodeAuthMore(writer, Buffer.from((await this.#peer.keys.rsa()).publicKey, "latin1"));
			return undefined;
		}
		const password = this.#peer.isSecure() && !this.#hides ? payload : await this.#decrypt(payload);
		const text = password.toString("latin1").replace(/\0$/, "");
		if (!(await this.#identification!.isPassword(text))) {
			throw await this.#refused(true);
		}
		this.#usesPassword = true;
		return this.#connect();
	}

	async #decrypt(payload: Buffer): Promise<Buffer> {
		const { privateKey } = await this.#peer.keys.rsa();
		try {
			const hidden = privateDecrypt({ key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING }, payload);
			return hidden.map((byte, at) => byte ^ this.#challenge[at % this.#challenge.length]!) as Buffer;
		} catch {
			throw await this.#refused(true);
		}
	}

	/** The refusal, after the delay that former failures have earned. */
	async #refused(usingPassword: boolean): Promise<Error> {
		await pause(this.#identification!.failed());
		return this.#denied(usingPassword);
	}

	#denied(usingPassword: boolean): Error {
		return sqlError(
			"accessDenied",
			encodeText(this.#name(this.#request!.user)),
			encodeText(this.#peer.host),
			usingPassword ? "YES" : "NO",
		);
	}

	async #connect(): Promise<Session> {
		const { host, connectionId, disconnect, openLocalFile, transport, traffic } = this.#peer;
		const { capabilities, database, collationId, attributes } = this.#request!;
		const { account, refusal } = this.#identification!;
		const refused = refusal(this.#peer.security(), this.#usesPassword);
		if (refused !== undefined) {
			throw refused;
		}
		return this.#kernel.connect({
			connectionId,
			user: account.user,
			accountHost: account.accountHost,
			login: this.#name(this.#request!.user),
			usesPassword: this.#usesPassword,
			handlesExpiry: (capabilities & capability.handlesExpiredPasswords) !== 0,
			host,
			foundRows: (capabilities & capability.foundRows) !== 0,
			multiStatements: (capabilities & capability.multiStatements) !== 0,
			interactive: (capabilities & capability.interactive) !== 0,
			localInfile: (capabilities & capability.localFiles) !== 0,
			attributes: new Map([...attributes].map(([name, value]) => [this.#name(name), this.#name(value)])),
			transport: transport(),
			traffic,
			disconnect,
			openLocalFile,
			...(database === undefined ? {} : { database: this.#name(database) }),
			...(collationId === undefined ? {} : { collationId }),
		});
	}
}

async function pause(delayMs: number): Promise<void> {
	if (delayMs > 0) {
		await new Promise((resolve) => setTimeout(resolve, delayMs).unref());
	}
}
