/**
 * The routes of the HTTP interface.
 *
 * In: the kernel and the process's own settings. Out: a fastify instance that listens nowhere. Which routes there are
 * stands here; what they say stands beside this file.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import { createReadStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, type HTTPMethods } from "fastify";
import type { Kernel } from "../../core/index.ts";
import { BadRequest, plainText, sendError, sendNotFound } from "./error.ts";
import { parseFields } from "./form.ts";
import { printJson } from "./json.ts";
import { isForeign } from "./origin.ts";
import type { Metrics } from "./metrics.ts";
import { describeInterface } from "./openapi.ts";
import type { HttpCluster, HttpOptions } from "./server.ts";
import { applySettings, printSettings } from "./settings.ts";

const methods: HTTPMethods[] = ["GET", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS"];
const formType = "application/x-www-form-urlencoded";
const bodyLimitBytes = 1 << 20;

const securityHeaders = {
	"x-content-type-options": "nosniff",
	"cache-control": "no-store",
	"content-security-policy": "default-src 'none'; frame-ancestors 'none'",
	"cross-origin-resource-policy": "same-origin",
	"referrer-policy": "no-referrer",
};

/** Equal lengths, so that a comparison takes the same time whatever is compared. */
function digestOf(text: string): Buffer {
	return createHash("sha256").update(text).digest();
}

/** `headers`: names and values in turn, as they came. */
function countOf(headers: readonly string[], name: string): number {
	return headers.filter((header, at) => at % 2 === 0 && header.toLowerCase() === name).length;
}

/** The routes without a port: tests inject requests. */
export function createHttp(options: HttpOptions): FastifyInstance {
	const app = Fastify({
		logger: false,
		bodyLimit: bodyLimitBytes,
		exposeHeadRoutes: false,
		forceCloseConnections: true,
		// The real servers decode a path before they look at its slashes.
		rewriteUrl: (request) => (request.url ?? "/").replace(/%2f/gi, "/"),
		// A path that can't be decoded never reaches a route.
		frameworkErrors: (_failure, _request, reply) =>
			void (reply as unknown as FastifyReply).code(400).type(plainText).send("400 Bad Request"),
		routerOptions: { caseSensitive: true, ignoreTrailingSlash: false },
	});
	// Bodies are read as text whatever their type, and only a form's is looked at.
	app.removeAllContentTypeParsers();
	app.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => done(null, body));
	app.setErrorHandler((failure, _request, reply) => sendError(reply, failure));
	app.setNotFoundHandler((request, reply) => redirectOrNotFound(request, reply));
	const token = options.token === undefined ? undefined : digestOf(`Bearer ${options.token}`);
	app.addHook("onRequest", async (request, reply) => {
		reply.headers(securityHeaders);
		const { host, origin, authorization, "sec-fetch-site": site } = request.headers;
		// Reading, too: a page whose name points here would read the schema.
		if (countOf(request.raw.rawHeaders, "host") > 1 || isForeign(host, origin, options.host, site)) {
			return reply.code(403).type(plainText).send("a foreign origin or host may not use this server\n");
		}
		if (token !== undefined && !timingSafeEqual(token, digestOf(authorization ?? ""))) {
			return reply
				.code(401)
				.header("www-authenticate", "Bearer")
				.type(plainText)
				.send("this server asks for its token: Authorization: Bearer TOKEN\n");
		}
		if (/^[^?]*(\/\/|\/(\?|$))/.test(request.url)) {
			// A parameter would match the nothing behind a slash.
			return redirectOrNotFound(request, reply);
		}
	});
	addSchemaRoutes(app, options.kernel);
	addSettingsRoutes(app, options);
	addHealthRoutes(app, options);
	addWatchRoutes(app, options);
	return app;
}

function addSchemaRoutes(app: FastifyInstance, kernel: Kernel): void {
	const answer = (url: string, make: (request: FastifyRequest) => Promise<object>) =>
		app.route({
			method: [...methods, "POST"],
			url,
			handler: async (request, reply) => sendJson(request, reply, await make(request)),
		});
	answer("/schema", async (request) => {
		const { table_id: tableId } = request.query as { table_id?: string | string[] };
		const id = Array.isArray(tableId) ? tableId[0] : tableId;
		return id === undefined || id === "" ? kernel.metadata.databases() : kernel.metadata.tableById(parseId(id));
	});
	answer("/schema/:database", async (request) => {
		const { database } = request.params as { database: string };
		return kernel.metadata.tables(database);
	});
	answer("/schema/:database/:table", async (request) => {
		const { database, table } = request.params as { database: string; table: string };
		return kernel.metadata.table(database, table);
	});
}

function addSettingsRoutes(app: FastifyInstance, { kernel, process }: HttpOptions): void {
	app.route({
		method: methods,
		url: "/settings",
		handler: async (request, reply) => sendJson(request, reply, printSettings(kernel, process)),
	});
	app.post("/settings", async (request, reply) => {
		const isForm = (request.headers["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase() === formType;
		const query = request.raw.url?.split("?").slice(1).join("?") ?? "";
		applySettings(parseFields(query, isForm ? (request.body as string | undefined) : undefined), kernel, process);
		return reply.code(200).send();
	});
}

function addHealthRoutes(app: FastifyInstance, { kernel, cluster, token }: HttpOptions): void {
	app.route({
		method: [...methods, "POST"],
		url: "/status",
		handler: async (request, reply) =>
			sendJson(request, reply, {
				connections: kernel.connectionCount,
				version: kernel.version,
				git_hash: "None",
				...(cluster === undefined ? {} : { cluster: cluster.status() }),
			}),
	});
	if (cluster !== undefined) {
		app.get("/cluster/copy", (_request, reply) => sendCopy(reply, cluster, token !== undefined));
	}
	const health = (url: string, check: () => unknown) =>
		app.get(url, async (_request, reply) => {
			try {
				await check();
				return reply.type(plainText).send("ok\n");
			} catch (failure) {
				return reply
					.code(503)
					.type(plainText)
					.send(`${(failure as Error).message}\n`);
			}
		});
	health("/livez", () => kernel.check());
	// Ready is who can also read the schema.
	health("/readyz", async () => {
		kernel.check();
		await kernel.metadata.databases();
	});
}

/** Routes for monitoring; counting begins to cost something at the first request. */
function addWatchRoutes(app: FastifyInstance, { kernel, cluster }: HttpOptions): void {
	let metrics: Promise<Metrics> | undefined;
	app.get("/metrics", async (_request, reply) => {
		metrics ??= import("./metrics.ts").then(({ Metrics: Loaded }) => new Loaded(kernel, cluster));
		const { type } = await metrics;
		return reply.type(type).send(await (await metrics).print());
	});
	app.get("/openapi.json", async (request, reply) => sendJson(request, reply, describeInterface(kernel.version)));
}

/** All data, without an account: only where a token keeps others away. */
async function sendCopy(reply: FastifyReply, cluster: HttpCluster, isGuarded: boolean): Promise<FastifyReply> {
	if (!isGuarded) {
		return reply.code(403).type(plainText).send("a copy of all data is given only by a server with --http-token\n");
	}
	const folder = mkdtempSync(join(tmpdir(), "verso-copy-"));
	const file = join(folder, "verso.mdb");
	try {
		await cluster.copyTo(file);
		const stream = createReadStream(file);
		stream.on("close", () => rmSync(folder, { recursive: true, force: true }));
		return reply.type("application/octet-stream").send(stream);
	} catch (failure) {
		rmSync(folder, { recursive: true, force: true });
		throw failure;
	}
}

function sendJson(request: FastifyRequest, reply: FastifyReply, value: unknown): FastifyReply {
	// Bytes rather than text, since fastify would add a charset to the type of a text.
	reply.header("content-type", "application/json");
	return reply.send(Buffer.from(request.method === "HEAD" ? "" : printJson(value), "utf8"));
}

function parseId(text: string): number {
	if (!/^[+-]?\d+$/.test(text)) {
		throw new BadRequest(`strconv.Atoi: parsing ${JSON.stringify(text)}: invalid syntax`);
	}
	return Number(text);
}

/** A doubled slash is the one path that is mended rather than refused. */
function redirectOrNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
	const url = request.raw.url ?? "/";
	const [path, query] = url.split("?", 2);
	if (path?.includes("//")) {
		const clean = path.replace(/\/+/g, "/") + (query === undefined ? "" : `?${query}`);
		return reply
			.code(301)
			.header("location", clean)
			.type("text/html; charset=utf-8")
			.send(`<a href="${escapeHtml(clean)}">Moved Permanently</a>.\n\n`);
	}
	return sendNotFound(reply);
}

function escapeHtml(text: string): string {
	return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
