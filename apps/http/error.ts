/**
 * Errors of the HTTP interface, worded as the real servers word them.
 *
 * In: what was thrown. Out: status, content type and body. An error of our own tells nothing but that it happened.
 */
import type { FastifyReply } from "fastify";
import { SqlError } from "../../core/index.ts";
import { BadEscape } from "./form.ts";
import { RefusedSetting } from "./settings.ts";

export const plainText = "text/plain; charset=utf-8";

/** A request that is answered with 400 and a sentence. */
export class BadRequest extends Error {
	override readonly name = "BadRequest";
}

export function sendError(reply: FastifyReply, failure: unknown): FastifyReply {
	if (failure instanceof SqlError) {
		return reply.code(400).type(plainText).send(`[schema:${failure.code}]${failure.message}`);
	}
	if (failure instanceof BadEscape || failure instanceof RefusedSetting || failure instanceof BadRequest) {
		return reply.code(400).type(plainText).send(failure.message);
	}
	reply.log.error(failure);
	const status = (failure as { statusCode?: number }).statusCode;
	return reply
		.code(status !== undefined && status < 500 ? status : 500)
		.type(plainText)
		.send("internal error\n");
}

export function sendNotFound(reply: FastifyReply): FastifyReply {
	return reply.code(404).type(plainText).send("404 page not found\n");
}
