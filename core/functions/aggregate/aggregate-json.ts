/**
 * JSON aggregates: an array or an object of a group's values; NULL for a group without rows.
 *
 * Error 3158 for a NULL key, 1301 once the growing document exceeds `max_allowed_packet`.
 *
 * | name                         | result | source (MySQL 5.7 manual)               |
 * |------------------------------|--------|-----------------------------------------|
 * | json_arrayagg (value)        | json   | 12.19.1 Aggregate Function Descriptions |
 * | json_objectagg (key, value)  | json   | 12.19.1                                 |
 */
import { sqlError } from "../../errors/catalogue.ts";
import { jsonObject, keepJson, printJson, type JsonTree } from "../../types/json/json.ts";
import type { Evaluation } from "../../types/evaluation/evaluation.ts";
import type { ByteString, Value } from "../../types/value/value.ts";
import type { Accumulator, AggregateDefinition } from "../definition/function.ts";
import { jsonCoercibility, valueReader, type TreeReader } from "../operand/json-operand.ts";
import { longText } from "../json/json-read.ts";
import { jsonType } from "../definition/result.ts";
import { assertFitsPacket } from "../operand/text-operand.ts";

/** A comma and a space. */
const betweenBytes = 2;
/** The function that MySQL names in error 1301. */
const serializer = "json_binary::serialize";

class Items implements Accumulator {
	readonly #items: ByteString[] = [];
	#bytes = 0;
	readonly #read: TreeReader;

	constructor(read: TreeReader) {
		this.#read = read;
	}

	add(evaluation: Evaluation, [value]: readonly Value[]): void {
		const item = keepJson(this.#read(value!));
		this.#bytes += item.length + betweenBytes;
		assertFitsPacket(evaluation, this.#bytes, serializer);
		this.#items.push(item);
	}

	result(): Value {
		return this.#items.length === 0 ? null : `[${this.#items.join(", ")}]`;
	}
}

/** The last of equal keys wins. */
class Members implements Accumulator {
	readonly #members = new Map<ByteString, JsonTree>();
	/** Approximate size of the document. */
	#bytes = 0;
	readonly #read: TreeReader;

	constructor(read: TreeReader) {
		this.#read = read;
	}

	add(evaluation: Evaluation, [key, value]: readonly Value[]): void {
		if (key === null) {
			throw sqlError("jsonNullKey");
		}
		const name = key as ByteString;
		const tree = this.#read(value!);
		if (!this.#members.has(name)) {
			this.#bytes += name.length + printJson(tree).length + betweenBytes;
			assertFitsPacket(evaluation, this.#bytes, serializer);
		}
		this.#members.set(name, tree);
	}

	result(): Value {
		return this.#members.size === 0 ? null : keepJson(jsonObject(this.#members));
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
