/**
 * Assignment of JSON to numeric columns: by its scalar, not by its text.
 *
 * Returns the converter from a JSON value to the text of its number, for the text converter. A string of digits is a
 * number, and so are true and false.
 *
 *     {"a": "12", "b": true, "c": [1]}      $.a  12      $.b  1      $.c  3156, and 0 where the statement is not strict
 */
import type { Evaluation } from "../evaluation/evaluation.ts";
import { jsonFault } from "../print/fault.ts";
import { printJson } from "../json/json.ts";
import { treeOf } from "../json/json-text.ts";
import { scanNumber } from "../numeric/number-text.ts";
import { familyOf, type SqlType } from "../value/type.ts";
import type { ByteString } from "../value/value.ts";

export function numberTextOfJson(
	to: SqlType,
	source: string,
): (value: ByteString, evaluation: Evaluation) => ByteString {
	const family = familyOf(to);
	const wanted = family === "decimal" ? "DECIMAL" : family === "float" ? "DOUBLE" : "INTEGER";
	return (value, evaluation) => {
		const tree = treeOf(value);
		switch (tree.kind) {
			case "integer":
			case "double":
			case "decimal":
				return printJson(tree);
			case "boolean":
				return tree.value ? "1" : "0";
			case "string": {
				const number = scanNumber(tree.value);
				if (!number.complete || (wanted === "INTEGER" && !/^-?\d+$/.test(number.text))) {
					jsonFault(evaluation, wanted, source);
				}
				return number.found ? number.text : "0";
			}
			case "date":
			case "time":
			case "datetime":
				return tree.text.replace(/[- :]/g, "");
			default:
				jsonFault(evaluation, wanted, source);
				return "0";
		}
	};
}
