/**
 * Server for client tests: real ports, a temporary directory, stopped with the test.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ExecutionContext } from "ava";
import { type RunningServer, startTestServer } from "../golden/server.ts";

export async function serve(
	t: ExecutionContext,
	release = "2.1.7",
	flags: Readonly<Record<string, unknown>> = {},
): Promise<RunningServer> {
	const directory = mkdtempSync(join(tmpdir(), "verso-clients-"));
	const server = await startTestServer({ release, directory, flags });
	t.teardown(async () => {
		await server.stop();
		rmSync(directory, { recursive: true, force: true });
	});
	return server;
}
