/**
 * The second process of a test, by messages (`child.ts` is its program); ends with the test.
 */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { ExecutionContext } from "ava";
import { longestRun } from "../../longest-run.ts";
import type { Request } from "./child.ts";

export function forkChild(t: ExecutionContext): ChildProcess {
	const child = fork(new URL("./child.js", import.meta.url), longestRun);
	t.teardown(() => child.kill("SIGKILL"));
	return child;
}

export async function ask(child: ChildProcess, request: Request): Promise<unknown> {
	const answer = once(child, "message");
	child.send(request);
	return (await answer)[0];
}
