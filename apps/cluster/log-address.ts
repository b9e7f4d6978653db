/**
 * Address of a shared log: `etcd://user:password@h1:2379,h2,h3:2381/name`, `etcds://` with TLS.
 *
 * Files of TLS follow as parameters: `?ca=FILE&cert=FILE&key=FILE`. The password may be in VERSO_LOG_PASSWORD instead.
 */
import { readFileSync } from "node:fs";
import { UsageError } from "../compose/usage-error.ts";

const usualPort = 2379;

interface LogHost {
	readonly host: string;
	readonly port: number;
}

export interface LogAddress {
	readonly hosts: readonly LogHost[];
	/** Of the log, of which one etcd may keep several. */
	readonly name: string;
	readonly user?: string;
	readonly password?: string;
	/** Undefined: no TLS. */
	readonly tls?: { readonly ca?: string; readonly cert?: string; readonly key?: string };
}

const form = /^(etcds?):\/\/(?:([^@/]*)@)?([^/?]+)\/([\w.-]+)(?:\?(.*))?$/;

/** Throws a UsageError. */
export function parseLogAddress(text: string, environment: NodeJS.ProcessEnv = process.env): LogAddress {
	const [, scheme, account, hosts, name, parameters] = form.exec(text) ?? [];
	if (scheme === undefined || hosts === undefined || name === undefined) {
		throw new UsageError(
			`--log takes etcd://HOST:PORT,HOST,.../NAME, or etcds:// for TLS, not ${withoutPassword(text)}`,
			2,
		);
	}
	const [user, written] = (account ?? "").split(":", 2).map(decodeURIComponent);
	const password = written ?? environment["VERSO_LOG_PASSWORD"];
	return {
		hosts: hosts.split(",").map(hostOf),
		name,
		...(user === undefined || user === "" ? {} : { user, ...(password === undefined ? {} : { password }) }),
		...(scheme === "etcds" ? { tls: tlsOf(new URLSearchParams(parameters)) } : {}),
	};
}

function hostOf(text: string): LogHost {
	const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d+))?$/.exec(text) ?? [];
	const host = bracketed ?? plain;
	if (host === undefined || Number(port ?? usualPort) > 65_535) {
		throw new UsageError(`--log: ${text} is no host with a port`, 2);
	}
	return { host, port: Number(port ?? usualPort) };
}

function tlsOf(parameters: URLSearchParams): NonNullable<LogAddress["tls"]> {
	const found: Record<string, string> = {};
	for (const [name, file] of parameters) {
		if (!["ca", "cert", "key"].includes(name)) {
			throw new UsageError(`--log knows the parameters ca, cert and key, not ${name}`, 2);
		}
		try {
			found[name] = readFileSync(file, "utf8");
		} catch (failure) {
			throw new UsageError(`--log: ${name} cannot be read: ${(failure as Error).message}`, 1);
		}
	}
	return found;
}

/** For messages and listings. */
export function withoutPassword(text: string): string {
	return text.replace(/^(etcds?:\/\/[^:@/]*):[^@/]*@/, "$1:***@");
}
