/**
 * `verso cluster init|join|leave|status`: makes a cluster and its data directories, and shows its servers.
 *
 * In: a log's address, directories, HTTP addresses. Out: a line, or a table of servers.
 */
import { UsageError } from "../compose/usage-error.ts";
import type { MemberStatus } from "../cluster/member.ts";
import { alignCells, cellWidths } from "./table.ts";

export { initCluster, joinCluster, leaveCluster } from "../cluster/setup.ts";

interface Seen {
	readonly url: string;
	readonly status: MemberStatus | undefined;
	readonly problem: string;
}

const askMs = 3000;

/** One row for each server asked, then the members as the first of them knows them. */
export async function printClusterStatus(
	urls: readonly string[],
	token: string | undefined,
	json: boolean,
): Promise<{ readonly text: string; readonly exitCode: number }> {
	const seen = await Promise.all(urls.map((url) => ask(url, token)));
	const exitCode = seen.every(({ status }) => status !== undefined) ? 0 : 1;
	if (json) {
		const shown = seen.map(({ url, status, problem }) =>
			status === undefined ? { url, problem } : { url, ...status },
		);
		return { text: `${JSON.stringify(shown, undefined, 2)}\n`, exitCode };
	}
	const newest = Math.max(...seen.map(({ status }) => status?.position ?? 0));
	const rows = seen.map(({ url, status, problem }) =>
		status === undefined
			? [url, problem]
			: [
					url,
					status.member,
					String(status.position),
					String(newest - status.position),
					status.digest,
					status.silent_ms > 0 ? `log silent for ${status.silent_ms} ms` : `reads ${status.reads}`,
				],
	);
	const known = seen.find(({ status }) => status !== undefined)?.status;
	const members = (known?.members ?? []).map(({ name, host, port, release, heard, folded }) => [
		name,
		`${host}:${port}`,
		release,
		String(heard),
		String(folded),
	]);
	return {
		text:
			table(["server", "member", "position", "behind", "digest", ""], rows) +
			(members.length === 0 ? "" : `\n${table(["member", "address", "release", "heard", "in its file"], members)}`),
		exitCode,
	};
}

async function ask(url: string, token: string | undefined): Promise<Seen> {
	let address: URL;
	try {
		address = new URL("/status", url);
	} catch {
		throw new UsageError(`${url} is no address of an HTTP interface, such as http://127.0.0.1:10080`, 2);
	}
	try {
		const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
		const response = await fetch(address, { headers, signal: AbortSignal.timeout(askMs) });
		const text = await response.text();
		if (!response.ok) {
			return { url, status: undefined, problem: text.trim() };
		}
		const { cluster } = JSON.parse(text) as { cluster?: MemberStatus };
		return { url, status: cluster, problem: cluster === undefined ? "of no cluster" : "" };
	} catch (failure) {
		return { url, status: undefined, problem: `does not answer: ${(failure as Error).message}` };
	}
}

/** A server without a status says why in the rest of its line. */
function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
	const all = [heads, ...rows];
	const [, ...others] = cellWidths(all.filter(({ length }) => length > 2));
	return alignCells(all, [cellWidths(all)[0]!, ...others]);
}
