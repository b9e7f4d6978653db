/**
 * Consistency of ROW_FORMAT and KEY_BLOCK_SIZE as InnoDB checks it; neither affects storage here.
 *
 * Warnings, and under `innodb_strict_mode` error 1031 for CREATE TABLE, 1478 for ALTER TABLE. Options of tables of
 * other engines are not checked.
 */
import { sqlError } from "../../errors/catalogue.ts";
import type { TableOption } from "../../sql/tree/table.ts";
import { encodeText } from "../../types/value/value.ts";
import type { Execution } from "../execution.ts";

const blockSizes = [0, 1, 2, 4, 8, 16];
/** Formats of other engines. */
const foreignFormats = ["FIXED"];

interface Mistake {
	/** The option's name in error 1478. */
	readonly option: "KEY_BLOCK_SIZE" | "ROW_TYPE";
	readonly strict: string;
	/** Its replacement without strict mode. */
	readonly lenient: string;
}

/** `created`: the name of a new table. */
export function checkRowFormat(
	options: readonly TableOption[],
	execution: Execution,
	created?: { readonly name: string; readonly temporary: boolean },
): void {
	const engine = options.findLast(({ option }) => option === "engine");
	if (engine !== undefined && String(engine.value).toLowerCase() !== "innodb") {
		return;
	}
	const mistakes = mistakesIn(
		valueOf("row_format", options)?.toUpperCase(),
		Number(valueOf("key_block_size", options) ?? 0),
		created?.temporary === true,
	);
	const isStrict = execution.session.systemVariable("innodb_strict_mode", "session")?.value === 1;
	for (const { strict, lenient } of mistakes) {
		execution.record({ level: "Warning", code: 1478, message: `InnoDB: ${isStrict ? strict : lenient}` });
	}
	const [first] = mistakes;
	if (isStrict && first !== undefined) {
		throw created === undefined
			? sqlError("illegalCreateOption", "InnoDB", first.option)
			: sqlError("wrongCreateOption", encodeText(created.name));
	}
}

function valueOf(name: string, options: readonly TableOption[]): string | undefined {
	const found = options.findLast((each) => each.option === "other" && each.name === name);
	return found === undefined ? undefined : String(found.value);
}

function mistakesIn(format: string | undefined, blockSize: number, isTemporary: boolean): readonly Mistake[] {
	const mistakes: Mistake[] = [];
	if (!blockSizes.includes(blockSize)) {
		const strict = `invalid KEY_BLOCK_SIZE = ${blockSize}. Valid values are [1, 2, 4, 8, 16]`;
		mistakes.push({ option: "KEY_BLOCK_SIZE", strict, lenient: `ignoring KEY_BLOCK_SIZE=${blockSize}.` });
	}
	if (format !== undefined && foreignFormats.includes(format)) {
		mistakes.push({
			option: "ROW_TYPE",
			strict: "invalid ROW_FORMAT specifier.",
			lenient: "assuming ROW_FORMAT=DYNAMIC.",
		});
	} else if (blockSize > 0 && format !== undefined && format !== "COMPRESSED" && format !== "DEFAULT") {
		const strict = `cannot specify ROW_FORMAT = ${format} with KEY_BLOCK_SIZE.`;
		mistakes.push({
			option: "KEY_BLOCK_SIZE",
			strict,
			lenient: `ignoring KEY_BLOCK_SIZE=${blockSize} unless ROW_FORMAT=COMPRESSED.`,
		});
	}
	if (isTemporary && mistakes.length === 0 && (blockSize > 0 || format === "COMPRESSED")) {
		const strict = "CREATE TEMPORARY TABLE is not allowed with ROW_FORMAT=COMPRESSED or KEY_BLOCK_SIZE.";
		mistakes.push({
			option: "ROW_TYPE",
			strict,
			lenient: blockSize > 0 ? `ignoring KEY_BLOCK_SIZE=${blockSize}.` : "assuming ROW_FORMAT=DYNAMIC.",
		});
	}
	return mistakes;
}
