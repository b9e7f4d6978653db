/**
 * The server's certificate and RSA keys.
 *
 * In: files, or a folder where those that are made are kept (none: they live as long as the process). Out: what TLS
 * and caching_sha2_password need, read or made when it is first asked for, so that starting costs nothing.
 */
import { nowMs } from "../../../core/index.ts";
import { generateKeyPair, X509Certificate } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createSecureContext, type SecureContext } from "node:tls";
import { promisify } from "node:util";
import { makeCertificate } from "./certificate.ts";

interface KeyFiles {
	readonly certificate?: string | undefined;
	readonly key?: string | undefined;
	/** Authority whose certificates clients may show. */
	readonly authority?: string | undefined;
	readonly folder?: string | undefined;
}

interface RsaKeys {
	readonly publicKey: string;
	readonly privateKey: string;
}

export class ServerKeys {
	readonly #files: KeyFiles;
	#context: SecureContext | undefined;
	#rsa: Promise<RsaKeys> | undefined;
	#known: readonly X509Certificate[] | undefined;

	/** Files that are named are read at once, so that what is wrong with them is said at the start. */
	constructor(files: KeyFiles = {}) {
		this.#files = files;
		if (files.certificate !== undefined) {
			this.context();
		}
	}

	/** Clients are asked for certificates, since an authority to verify them is set. */
	get asksClients(): boolean {
		return this.#files.authority !== undefined;
	}

	/** Did an authority sign a client's certificate, and does it hold today? */
	vouchesFor(certificate: X509Certificate): boolean {
		const now = nowMs();
		const holds = Date.parse(certificate.validFrom) <= now && now <= Date.parse(certificate.validTo);
		return (
			holds &&
			this.#authorities().some(
				(authority) => certificate.checkIssued(authority) && certificate.verify(authority.publicKey),
			)
		);
	}

	#authorities(): readonly X509Certificate[] {
		const { authority } = this.#files;
		const end = "-----END CERTIFICATE-----";
		this.#known ??=
			authority === undefined
				? []
				: readFileSync(authority, "utf8")
						.split(end)
						.slice(0, -1)
						.map((text) => new X509Certificate(text + end));
		return this.#known;
	}

	context(): SecureContext {
		this.#context ??= createSecureContext({
			...this.#certificate(),
			minVersion: "TLSv1.2",
			sessionIdContext: "verso",
			...(this.#files.authority === undefined ? {} : { ca: readFileSync(this.#files.authority) }),
		});
		return this.#context;
	}

	rsa(): Promise<RsaKeys> {
		this.#rsa ??= this.#readOrMakeRsa();
		return this.#rsa;
	}

	#certificate(): { readonly cert: string; readonly key: string } {
		const { certificate, key } = this.#files;
		if (certificate !== undefined) {
			return { cert: readFileSync(certificate, "utf8"), key: readFileSync(key ?? certificate, "utf8") };
		}
		const kept = this.#kept("server-cert.pem", "server-key.pem");
		if (kept !== undefined) {
			return { cert: kept[0], key: kept[1] };
		}
		const made = makeCertificate("verso, made by itself");
		this.#keep("server-cert.pem", made.certificate, 0o644);
		this.#keep("server-key.pem", made.key, 0o600);
		return { cert: made.certificate, key: made.key };
	}

	async #readOrMakeRsa(): Promise<RsaKeys> {
		const kept = this.#kept("public_key.pem", "private_key.pem");
		if (kept !== undefined) {
			return { publicKey: kept[0], privateKey: kept[1] };
		}
		const made = await promisify(generateKeyPair)("rsa", {
			modulusLength: 2048,
			publicKeyEncoding: { type: "spki", format: "pem" },
			privateKeyEncoding: { type: "pkcs8", format: "pem" },
		});
		this.#keep("public_key.pem", made.publicKey, 0o644);
		this.#keep("private_key.pem", made.privateKey, 0o600);
		return made;
	}

	#kept(...names: readonly [string, string]): readonly [string, string] | undefined {
		const { folder } = this.#files;
		if (folder === undefined || !names.every((name) => existsSync(join(folder, name)))) {
			return undefined;
		}
		return [readFileSync(join(folder, names[0]), "utf8"), readFileSync(join(folder, names[1]), "utf8")];
	}

	#keep(name: string, text: string, mode: number): void {
		if (this.#files.folder !== undefined) {
			writeFileSync(join(this.#files.folder, name), text, { mode });
		}
	}
}
