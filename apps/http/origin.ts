/**
 * Tells a program's request from one that a page in a browser sends behind its user's back.
 *
 * In: the headers Host, Origin and Sec-Fetch-Site, and the host the server was told to listen on. Out: whether the
 * request is foreign.
 *
 * A browser always says where a POST comes from: an Origin that is not the server itself is foreign. A page may also
 * have its own host name point at this machine (DNS rebinding): then Host is that name. A name that is neither an
 * address, nor localhost, nor the configured host is foreign.
 */
import { isIP } from "node:net";

export function isForeign(
	host: string | undefined,
	origin: string | undefined,
	ownHost: string,
	site: string | undefined = undefined,
): boolean {
	// A page of another site, or of another port of this one, has asked for it.
	if (site !== undefined && site !== "same-origin" && site !== "none") {
		return true;
	}
	if (host === undefined) {
		return origin !== undefined;
	}
	const name = hostName(host);
	const isOwn = isIP(name) !== 0 || name === "localhost" || name === ownHost.toLowerCase();
	return !isOwn || (origin !== undefined && originHost(origin) !== host.toLowerCase());
}

/** `[::1]:80` and `name:80` without port and brackets. */
function hostName(host: string): string {
	const bracketed = /^\[([^\]]*)\]/.exec(host);
	return (bracketed?.[1] ?? host.split(":", 1)[0] ?? "").toLowerCase();
}

/** Host and port of an origin; `null` (a sandboxed page, a file) has none. */
function originHost(origin: string): string | undefined {
	try {
		return new URL(origin).host.toLowerCase();
	} catch {
		return undefined;
	}
}
