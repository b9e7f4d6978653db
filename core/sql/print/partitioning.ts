/**
 * Prints PARTITION BY in the form of SHOW CREATE TABLE.
 */
import { type ByteString, encodeText } from "../../types/value/value.ts";
import type { Part, PartBound, Partitioning, PartitionMethod, PartValue } from "../tree/partitioning.ts";
import { printName, printText } from "./name.ts";
import type { Printer } from "./printer.ts";

export function printPartitioning(printer: Printer, { count, below, parts, ...method }: Partitioning): ByteString {
	const lines = [`PARTITION BY ${printMethod(method)}`];
	if (below !== undefined) {
		lines.push(`SUBPARTITION BY ${printMethod(below)}`);
		if (below.count !== undefined) {
			lines.push(`SUBPARTITIONS ${below.count}`);
		}
	}
	if (parts.length > 0) {
		lines.push(`(${parts.map((part) => printPart(printer, part)).join(",\n ")})`);
	} else if (count !== undefined) {
		lines.push(`PARTITIONS ${count}`);
	}
	return lines.join("\n");
}

function printMethod({ method, expression }: PartitionMethod): ByteString {
	return method.endsWith(" COLUMNS")
		? `${method.replace(" COLUMNS", "  COLUMNS")}(${encodeText(expression)})`
		: `${method} (${encodeText(expression)})`;
}

function printPart(printer: Printer, { name, bound, comment, parts }: Part): ByteString {
	const head = `PARTITION ${printName(name)}${bound === undefined ? "" : ` ${printValues(printer, bound)}`}`;
	return parts.length === 0
		? `${head}${printOptions(comment)}`
		: `${head}\n (${parts.map((part) => `SUBPARTITION ${printName(part.name)}${printOptions(part.comment)}`).join(",\n  ")})`;
}

function printOptions(comment: string | undefined): ByteString {
	return `${comment === undefined ? "" : ` COMMENT = ${printText(comment)}`} ENGINE = InnoDB`;
}

function printValues(printer: Printer, bound: PartBound): ByteString {
	const [only] = bound.tuples;
	const text = printBound(printer, bound);
	return bound.kind === "in"
		? `VALUES IN (${text})`
		: only?.length === 1 && text === "MAXVALUE"
			? "VALUES LESS THAN MAXVALUE"
			: `VALUES LESS THAN (${text})`;
}

/** The values alone, as in information_schema. */
export function printBound(printer: Pick<Printer, "expression">, { kind, tuples }: PartBound): ByteString {
	const print = (value: PartValue): ByteString => (value.kind === "maxvalue" ? "MAXVALUE" : printer.expression(value));
	return tuples
		.map((tuple) =>
			kind === "in" && tuple.length > 1 ? `(${tuple.map(print).join(",")})` : tuple.map(print).join(","),
		)
		.join(",");
}
