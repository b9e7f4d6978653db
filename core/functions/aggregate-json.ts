/**
 * JSON documents made of a group's values.
 *
 * In: values, or pairs of a key and a value. Out: an array or an object; NULL for a group without rows. They refuse
 * NULL as a key: error 3158.
 *
 * | name                         | result | source (MySQL 5.7 manual)               |
 * |------------------------------|--------|-----------------------------------------|
 * | json_arrayagg (value)        | json   | 12.19.1 Aggregate Function Descriptions |
 * | json_objectagg (key, value)  | json   | 12.19.1                                 |
 */
import { sqlError } from "../errors.ts";
import { jsonObject, printJson, type JsonTree } from "../types/json.ts";
import type { ByteString, Value } from "../types/value.ts";
import type { Accumulator, AggregateDefinition } from "./function.ts";
import { jsonCoercibility, valueReader, type TreeReader } from "./json-operand.ts";
import { longText } from "./json-read.ts";
import { jsonType } from "./result.ts";

class Items implements Accumulator {
	readonly #items: ByteString[] = [];
	readonly #read: TreeReader;

	constructor(read: TreeReader) {
		this.#read = read;
	}

	add(_evaluation: unknown, [value]: readonly Value[]): void {
		this.#items.push(printJson(this.#read(value!)));
	}

	result(): Value {
		return this.#items.length === 0 ? null : `[${this.#items.join(", ")}]`;
	}
}

/** Of equal keys the last counts. */
class Members implements Accumulator {
	readonly #members = new Map<ByteString, JsonTree>();
	readonly #read: TreeReader;

	constructor(read: TreeReader) {
		this.#read = read;
	}

	add(_evaluation: unknown, [key, value]: readonly Value[]): void {
		if (key === null) {
			throw sqlError("jsonNullKey");
		}
		this.#members.set(key as ByteString, this.#read(value!));
	}

	result(): Value {
		return this.#members.size === 0 ? null : printJson(jsonObject(this.#members));
	}
}

const parts = { type: jsonType, nullable: true, coercibility: jsonCoercibility };

export const jsonAggregates: readonly AggregateDefinition[] = [
	{
		name: "json_arrayagg",
		resolve: ([operand]) => {
			const read = valueReader(operand!);
			return { ...parts, create: () => new Items(read) };
		},
	},
	{
		name: "json_objectagg",
		resolve: ([, operand]) => {
			const read = valueReader(operand!);
			return { ...parts, operands: [longText, undefined], create: () => new Members(read) };
		},
	},
];
