/**
 * Functions of the `sys` schema, called by qualified name: formatting of numbers, statements, paths and lists.
 *
 * | name                                                  | result                     | source (MySQL 5.7 manual) |
 * |-------------------------------------------------------|----------------------------|---------------------------|
 * | sys.format_bytes, sys.format_time (picoseconds)       | text with a unit           | 26.4.5 sys Schema Functions |
 * | sys.format_statement, sys.format_path                 | shortened text             | 26.4.5                    |
 * | sys.extract_schema_from_file_name, sys.extract_table_from_file_name | a part of a path | 26.4.5                |
 * | sys.list_add, sys.list_drop (list, item)              | a list with commas         | 26.4.5                    |
 * | sys.quote_identifier                                  | a name in backticks        | 26.4.5                    |
 * | sys.sys_get_config (name, default)                    | the setting, or the default | 26.4.5                   |
 * | sys.version_major, sys.version_minor, sys.version_patch | tinyint unsigned         | 26.4.5                    |
 */
import { sqlError } from "../../errors/catalogue.ts";
import type { SessionFacts } from "../../types/evaluation/evaluation.ts";
import { sqlType } from "../../types/value/type.ts";
import type { ByteString, Value } from "../../types/value/value.ts";
import { define } from "../definition/definition.ts";
import type { FunctionDefinition } from "../definition/function.ts";
import { anyText, textResult } from "../definition/result.ts";
import { formatBytes, formatStatement, formatTime } from "./sys-format.ts";

const utf8 = { charset: "utf8", collation: "utf8_general_ci" };
const anyUtf8 = anyText(utf8);

type Work = (operands: readonly (ByteString | null)[], session: SessionFacts) => ByteString | null;

/** Makes a function of texts; `work` handles NULL. */
function ofTexts(name: string, count: number, length: number, work: Work): FunctionDefinition {
	return define(`sys.${name}`, count, count, () => ({
		type: textResult(length, utf8),
		nullable: true,
		nullPropagates: false,
		operands: new Array(count).fill(anyUtf8),
		evaluate: ({ session }, ...values: Value[]) => work(values as (ByteString | null)[], session),
	}));
}

/** Makes a function of one text, NULL for NULL. */
function ofText(
	name: string,
	length: number,
	work: (text: ByteString, session: SessionFacts) => ByteString,
): FunctionDefinition {
	return ofTexts(name, 1, length, ([text = null], session) => (text === null ? null : work(text, session)));
}

/** Folders that paths are abbreviated with. */
const folders = [
	"datadir",
	"tmpdir",
	"slave_load_tmpdir",
	"innodb_data_home_dir",
	"innodb_log_group_home_dir",
	"innodb_undo_directory",
	"basedir",
];

function shownPath(path: ByteString, session: SessionFacts): ByteString {
	for (const name of folders) {
		const folder = session.systemVariable(name, "any")?.value;
		const beginning = typeof folder === "string" && folder !== "" ? folder.replace(/\/*$/, "/") : undefined;
		if (beginning !== undefined && beginning !== "/" && path.startsWith(beginning)) {
			return `@@${name}/${path.slice(beginning.length)}`;
		}
	}
	return path;
}

const settings: Readonly<Record<string, string>> = {
	statement_truncate_len: "64",
	"statement_performance_analyzer.limit": "100",
	"statement_performance_analyzer.view": "",
	"diagnostics.include_raw": "OFF",
	"diagnostics.allow_i_s_tables": "OFF",
	"ps_thread_trx_info.max_length": "65535",
};

function version(name: string, place: number): FunctionDefinition {
	return define(`sys.${name}`, 0, 0, () => ({
		type: sqlType("tinyint", { length: 3, unsigned: true }),
		nullable: false,
		statementConstant: true,
		evaluate: ({ session }) => Number(/^(\d+)\.(\d+)\.(\d+)/.exec(session.version)?.[place] ?? 0),
	}));
}

function lastPart(path: ByteString): readonly string[] {
	return path.replaceAll("\\", "/").split("/");
}

export const sysSchema: readonly FunctionDefinition[] = [
	ofText("format_bytes", 65535, formatBytes),
	ofText("format_time", 65535, formatTime),
	ofText("format_statement", 65535, formatStatement),
	ofText("format_path", 512, shownPath),
	ofText("extract_schema_from_file_name", 64, (path) => lastPart(path).at(-2) ?? path),
	ofText("extract_table_from_file_name", 64, (path) => lastPart(path).at(-1)!.replaceAll("@0024", "$").split(".")[0]!),
	ofText("quote_identifier", 65535, (name) => `\`${name.replaceAll("`", "``")}\``),
	ofTexts("list_add", 2, 65535, ([list = null, item = null]) => {
		if (item === null) {
			throw sqlError("invalidUseOfNull");
		}
		return list === null || list === "" ? item : `${list.trim().replace(/^,+|,+$/g, "")},${item}`;
	}),
	ofTexts("list_drop", 2, 65535, ([list = null, item = null]) => {
		if (item === null) {
			throw sqlError("invalidUseOfNull");
		}
		return list === null || list === ""
			? list
			: `,${list}`
					.replaceAll(`,${item}`, "")
					.replaceAll(`, ${item}`, "")
					.replace(/^,+|,+$/g, "");
	}),
	ofTexts("sys_get_config", 2, 128, ([name = null, usual = null]) => settings[(name ?? "").toLowerCase()] ?? usual),
	version("version_major", 1),
	version("version_minor", 2),
	version("version_patch", 3),
];
