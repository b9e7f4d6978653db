/**
 * Answers of the floor's server: packets made once.
 *
 * In: nothing. Out: bytes that a client of the protocol takes for a greeting, an OK, a prepared statement, a row.
 *
 *     greeting   10 | version 0 | thread (4) | scramble (8) 0 | capabilities (2) | charset | status (2) | capabilities (2) | 21 | zeros (10) | scramble (12) 0 | plugin 0
 *     OK         00 | affected | insert id | status (2) | warnings (2)
 *     rows       count of columns | definition | EOF | row | EOF
 *     prepared   00 | statement (4) | columns (2) | parameters (2) | 00 | warnings (2) | definitions, EOF
 */
import { wrapPacket } from "../wire/packet.ts";

/** Protocol 41, secure connection, plugin names, databases, transactions. */
const capabilities = 0x1 | 0x8 | 0x80 | 0x200 | 0x2000 | 0x8000 | 0x80000;
const capabilityBytes = [capabilities & 0xff, (capabilities >> 8) & 0xff];
const upperCapabilityBytes = [(capabilities >> 16) & 0xff, capabilities >>> 24];
const status = [2, 0];
const eof = Buffer.from([0xfe, 0, 0, ...status]);
const textWidth = 119;

export const greeting = wrapPacket(
	Buffer.from([
		10,
		...Buffer.from("5.7.25\0"),
		1,
		0,
		0,
		0,
		...Buffer.from("12345678\0"),
		...capabilityBytes,
		45,
		...status,
		...upperCapabilityBytes,
		21,
		...new Array<number>(10).fill(0),
		...Buffer.from("123456789012\0mysql_native_password\0"),
	]),
	0,
);

export const okAfterLogin = wrapPacket(Buffer.from([0, 0, 0, ...status, 0, 0]), 2);
export const okAfterWrite = wrapPacket(Buffer.from([0, 1, 0, ...status, 0, 0]), 1);

/** `SELECT 1` as text. */
export const one = Buffer.concat([
	wrapPacket(Buffer.from([1]), 1),
	wrapPacket(definition("1", 8), 2),
	wrapPacket(eof, 3),
	wrapPacket(Buffer.from("\x011", "latin1"), 4),
	wrapPacket(eof, 5),
]);

/** A row of one text, binary: 00, null bits, length, bytes. */
const row = Buffer.concat([Buffer.from([0, 0, textWidth]), Buffer.alloc(textWidth, "x")]);
export const textRow = Buffer.concat([
	wrapPacket(Buffer.from([1]), 1),
	wrapPacket(definition("c", 254), 2),
	wrapPacket(eof, 3),
	wrapPacket(row, 4),
	wrapPacket(eof, 5),
]);

export const preparedSelect = prepared(1, 1, 1);
export const preparedInsert = prepared(2, 0, 3);

function prepared(statement: number, columns: number, parameters: number): Buffer {
	const packets = [wrapPacket(Buffer.from([0, statement, 0, 0, 0, columns, 0, parameters, 0, 0, 0, 0]), 1)];
	for (const count of [parameters, columns]) {
		for (let at = 0; at < count; at++) {
			packets.push(wrapPacket(definition("?", 253), packets.length + 1));
		}
		if (count > 0) {
			packets.push(wrapPacket(eof, packets.length + 1));
		}
	}
	return Buffer.concat(packets);
}

/** def | schema | table | table | name | name | 0c | charset (2) | width (4) | type | flags (2) | decimals | 00 00 */
function definition(name: string, type: number): Buffer {
	const texts = ["def", "", "", "", name, ""].flatMap((text) => [text.length, ...Buffer.from(text)]);
	return Buffer.from([...texts, 12, 45, 0, 120, 0, 0, 0, type, 0, 0, 0, 0, 0]);
}
