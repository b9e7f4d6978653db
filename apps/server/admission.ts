/**
 * How a client becomes a session: who it says it is, proven by mysql_native_password.
 *
 * In: the payloads a client sends until it is admitted. Out: a session, or SqlError (1043, 1045, 1049, 1044, 1040).
 * A client that answered by another plugin than ours is asked to switch and proves itself with its next packet.
 * Further plugins (caching_sha2_password) add their steps here. It refuses to know streams and commands.
 */
import type { AuthenticatedAccount, Kernel } from "../../core/kernel.ts";
import type { ByteSource, Session } from "../../core/session/session.ts";
import { capability } from "./capability.ts";
import type { PacketWriter } from "./encode.ts";
import { decodeChangeUser, decodeHandshakeResponse, encodeAuthSwitch, type LoginRequest, makeChallenge, nativePassword } from "./handshake.ts";

/** What is known of a client before it says anything. */
export interface Peer {
	readonly connectionId: number;
	/** `localhost` or an address. */
	readonly host: string;
	readonly disconnect: () => void;
	readonly openLocalFile: (path: string) => ByteSource;
}

export class Admission {
	readonly #kernel: Kernel;
	readonly #peer: Peer;
	/** The challenge the client's next answer is for. */
	#challenge: Buffer;
	#request: LoginRequest | undefined;

	constructor(kernel: Kernel, peer: Peer, challenge: Buffer) {
		this.#kernel = kernel;
		this.#peer = peer;
		this.#challenge = challenge;
	}

	/** What both ends can do: known once the client has introduced itself. */
	get capabilities(): number {
		return this.#request?.capabilities ?? 0;
	}

	get introduced(): boolean {
		return this.#request !== undefined;
	}

	/** The client's first packet, or its answer to the request to switch. Undefined: it has to say more. */
	async receive(payload: Buffer, writer: PacketWriter): Promise<Session | undefined> {
		if (this.#request !== undefined) {
			return this.#admit(this.#request, payload);
		}
		this.#request = decodeHandshakeResponse(payload);
		const { plugin, response } = this.#request;
		if (plugin !== undefined && plugin !== nativePassword) {
			this.#askToSwitch(writer);
			return undefined;
		}
		return this.#admit(this.#request, response);
	}

	/**
	 * COM_CHANGE_USER. A client that knows plugins may have answered to any challenge or to none, and expects to be
	 * asked: so it is.
	 */
	async changeUser(payload: Buffer, capabilities: number, writer: PacketWriter): Promise<Session | undefined> {
		this.#request = decodeChangeUser(payload, capabilities);
		if ((capabilities & capability.pluginAuthentication) !== 0) {
			this.#askToSwitch(writer);
			return undefined;
		}
		return this.#admit(this.#request, this.#request.response);
	}

	#askToSwitch(writer: PacketWriter): void {
		this.#challenge = makeChallenge();
		encodeAuthSwitch(writer, this.#challenge);
	}

	async #admit(request: LoginRequest, response: Buffer): Promise<Session> {
		const { host, connectionId, disconnect, openLocalFile } = this.#peer;
		const { user, capabilities, database, collationId, attributes } = request;
		const account: AuthenticatedAccount = await this.#kernel.authenticate({ user, host, challenge: this.#challenge, response });
		return this.#kernel.connect({
			connectionId,
			user: account.user,
			accountHost: account.accountHost,
			host,
			foundRows: (capabilities & capability.foundRows) !== 0,
			multiStatements: (capabilities & capability.multiStatements) !== 0,
			localInfile: (capabilities & capability.localFiles) !== 0,
			attributes,
			disconnect,
			openLocalFile,
			...(database === undefined ? {} : { database }),
			...(collationId === undefined ? {} : { collationId }),
		});
	}
}
