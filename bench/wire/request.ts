/**
 * Requests as bytes, ready to be sent.
 *
 * In: a statement, parameters. Out: one packet. Text is ASCII: the tables of the bench hold nothing else, and so it
 * costs one copy to encode.
 *
 *     execute   0x17 | statement (4) | 0 | 1 (4) | null bits | types follow (1) | types (2 each) | values
 */
import { openPacket, wrapPacket } from "./packet.ts";

export type Parameter = number | string;

const intType = 3;
const textType = 253;

export const quitRequest = wrapPacket(Buffer.from([1]), 0);

export function encodeQuery(sql: string): Buffer {
	return encodeText(3, sql);
}

export function encodePrepare(sql: string): Buffer {
	return encodeText(0x16, sql);
}

function encodeText(command: number, text: string): Buffer {
	const packet = openPacket(1 + text.length, 0);
	packet[4] = command;
	packet.write(text, 5, "latin1");
	return packet;
}

/** Types go along with the first execution only, as the C client does. */
export function encodeExecute(statement: number, parameters: readonly Parameter[], withTypes: boolean): Buffer {
	const nullSize = (parameters.length + 7) >> 3;
	const headSize = parameters.length === 0 ? 10 : 11 + nullSize + (withTypes ? 2 * parameters.length : 0);
	const packet = openPacket(headSize + valueSize(parameters), 0);
	packet[4] = 0x17;
	packet.writeUInt32LE(statement, 5);
	packet[9] = 0;
	packet.writeUInt32LE(1, 10);
	if (parameters.length === 0) {
		return packet;
	}
	let at = 14;
	packet.fill(0, at, at + nullSize);
	at += nullSize;
	packet[at++] = withTypes ? 1 : 0;
	if (withTypes) {
		for (const parameter of parameters) {
			packet[at++] = typeof parameter === "number" ? intType : textType;
			packet[at++] = 0;
		}
	}
	for (const parameter of parameters) {
		if (typeof parameter === "number") {
			at = packet.writeInt32LE(parameter, at);
		} else {
			packet[at++] = parameter.length;
			at += packet.write(parameter, at, "latin1");
		}
	}
	return packet;
}

function valueSize(parameters: readonly Parameter[]): number {
	let size = 0;
	for (const parameter of parameters) {
		if (typeof parameter === "string" && parameter.length > 250) {
			throw new Error("a text parameter has at most 250 bytes here");
		}
		size += typeof parameter === "number" ? 4 : 1 + parameter.length;
	}
	return size;
}

/** The statement with its question marks replaced, as a client without prepared statements sends it. */
export function printStatement(pieces: readonly string[], parameters: readonly Parameter[]): string {
	let text = pieces[0] as string;
	for (let at = 0; at < parameters.length; at++) {
		const parameter = parameters[at] as Parameter;
		text += typeof parameter === "number" ? String(parameter) : `'${parameter}'`;
		text += pieces[at + 1] as string;
	}
	return text;
}
