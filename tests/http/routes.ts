/**
 * Calls the routes of the HTTP interface without a port, on a given kernel or on one in memory.
 */
import type { ExecutionContext } from "ava";
import type { InjectOptions } from "fastify";
import { createHttp } from "../../apps/http/routes.ts";
import type { ProcessSettings } from "../../apps/http/settings.ts";
import type { Kernel } from "../../core/kernel.ts";
import type { Session } from "../../core/session/api/session.ts";
import { connectRoot, openMemoryKernel } from "../memory-kernel.ts";

interface Answered {
	readonly status: number;
	readonly type: string | undefined;
	readonly body: string;
	readonly location: string | undefined;
}

interface Routes {
	readonly kernel: Kernel;
	readonly session: Session;
	/** Log levels that the routes have set for the process. */
	readonly levels: string[];
	ask(request: InjectOptions): Promise<Answered>;
	get(url: string): Promise<Answered>;
	post(fields: string, headers?: Readonly<Record<string, string>>): Promise<Answered>;
}

const form = "application/x-www-form-urlencoded";

export async function openRoutes(t: ExecutionContext, release = "2.1.7"): Promise<Routes> {
	const kernel = await openMemoryKernel({ release });
	const levels: string[] = [];
	const ask = asking(kernel, levels);
	t.teardown(() => kernel.close());
	return {
		kernel,
		levels,
		ask,
		session: await connectRoot(kernel),
		get: (url) => ask({ method: "GET", url }),
		post: (payload, headers = {}) =>
			ask({
				method: "POST",
				url: "/settings",
				payload,
				headers: { host: "127.0.0.1:10080", "content-type": form, ...headers },
			}),
	};
}

export function asking(kernel: Kernel, levels: string[] = []): (request: InjectOptions) => Promise<Answered> {
	const process: ProcessSettings = {
		configuration: () => ({ port: 4000 }),
		logLevels: ["info", "warn"],
		setLogLevel: (level) => void levels.push(level),
		setGeneralLog: () => {},
	};
	const app = createHttp({ kernel, process, host: "127.0.0.1", port: 0 });
	return async (request) => {
		const { statusCode, headers, body } = await app.inject(request);
		return {
			status: statusCode,
			type: headers["content-type"] as string | undefined,
			body,
			location: headers.location,
		};
	};
}
