/**
 * Table options other than charsets, recorded in a table's record; 1286, 1628.
 *
 * Options without an effect here are accepted and dropped.
 */
import type { TableRecord } from "../../catalog/record.ts";
import { encodeStoredValue } from "../../catalog/record.ts";
import { sqlError } from "../../errors/catalogue.ts";
import type { TableOption } from "../../sql/tree/table.ts";
import { encodeText } from "../../types/value/value.ts";
import type { Execution } from "../execution.ts";

export const engineName = "InnoDB";
/** MySQL's engines: each gives a table of the only kind there is. */
const knownEngines = new Set([
	"innodb",
	"myisam",
	"memory",
	"heap",
	"mrg_myisam",
	"merge",
	"csv",
	"archive",
	"blackhole",
	"federated",
	"ndb",
	"ndbcluster",
]);
/** Engines that keep foreign keys. For the others MySQL parses the keys, makes their indexes and drops them. */
const referringEngines = new Set(["innodb", "ndb", "ndbcluster"]);
const maximumCommentCharacters = 2048;

export function isEngine(name: string): boolean {
	return knownEngines.has(name.toLowerCase());
}

export function withOption(record: TableRecord, option: TableOption, execution: Execution): TableRecord {
	switch (option.option) {
		case "engine":
			checkEngine(option.value, execution);
			return isEngine(option.value) ? withEngine(record, option.value) : record;
		case "auto-increment":
			return { ...record, autoIncrementStart: encodeStoredValue(option.value) };
		case "comment":
			checkComment(record.name, option.value);
			return { ...record, comment: option.value };
		case "other":
			return withOtherOption(record, option.name, option.value);
		default:
			return record;
	}
}

/** Records the engine as far as it makes a difference. */
export function withEngine({ forgetsForeignKeys: _former, ...record }: TableRecord, engine: string): TableRecord {
	return forgetsForeignKeys(engine) ? { ...record, forgetsForeignKeys: true } : record;
}

function forgetsForeignKeys(engine: string): boolean {
	return isEngine(engine) && !referringEngines.has(engine.toLowerCase());
}

/** The engine of a new table that names none. */
export function defaultEngine({ session }: Execution): string {
	return String(session.systemVariable("default_storage_engine", "session")?.value ?? engineName);
}

/** Throws 1286, or warns of it. */
export function checkEngine(engine: string, execution: Execution): void {
	if (isEngine(engine)) {
		return;
	}
	if (execution.mode.noEngineSubstitution) {
		throw sqlError("unknownStorageEngine", encodeText(engine));
	}
	execution.warn("Warning", "unknownStorageEngine", encodeText(engine));
}

function checkComment(table: string, comment: string): void {
	if ([...comment].length > maximumCommentCharacters) {
		throw sqlError("tooLongTableComment", encodeText(table), maximumCommentCharacters);
	}
}

function withOtherOption(record: TableRecord, name: string, value: string): TableRecord {
	switch (name) {
		case "row_format": {
			const { rowFormat: _former, ...rest } = record;
			return value.toLowerCase() === "default" ? rest : { ...rest, rowFormat: value.toUpperCase() };
		}
		case "shard_row_id_bits":
			return { ...record, shardRowIdBits: Number(value) };
		default:
			return record;
	}
}
