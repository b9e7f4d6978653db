/**
 * Plan of LOAD DATA with every name bound: table, file format, and the target of each field.
 *
 * Errors 1054, 1083, 1084, 1110, 1409.
 */
import { privilegeBit } from "../../catalog/privilege.ts";
import type { Column, Table } from "../../catalog/table.ts";
import { sqlError } from "../../errors/catalogue.ts";
import { needColumn, needTable } from "../../plan/tree/required-privileges.ts";
import type { Planning } from "../../plan/tree/planning.ts";
import { tableScope } from "../../plan/bind/scope.ts";
import type { LoadData } from "../../sql/tree/data.ts";
import { collationOfCharset } from "../../types/collation/collation.ts";
import type { Converter } from "../../types/assign/conversion.ts";
import { isLargeType, type SqlType, sqlType } from "../../types/value/type.ts";
import { fixedBytes } from "../../types/text/width.ts";
import { type ColumnAssignment, columnConverter, planColumnAssignment } from "../rows/column-assignment.ts";
import type { InsertRunPlan } from "../dml/insert-run.ts";
import { existingTable } from "../named-object.ts";
import { targetColumn } from "../rows/target-column.ts";
import { type FileFormat, fileFormat } from "./format.ts";
import { loadTarget } from "./view-load.ts";

/** The target of a field. A generated column ignores it. */
export type FieldTarget =
	| { readonly kind: "column"; readonly column: Column; readonly convert: Converter }
	| { readonly kind: "variable"; readonly name: string }
	| { readonly kind: "nowhere" };

export interface LoadPlan extends InsertRunPlan {
	readonly isLocal: boolean;
	readonly path: string;
	readonly format: FileFormat;
	readonly linesToSkip: number;
	/** The type of fields before conversion. */
	readonly fieldType: SqlType;
	readonly targets: readonly FieldTarget[];
	/** The width of each field, without separators. */
	readonly widths: readonly number[] | undefined;
	/** Columns without a field and without SET. */
	readonly omitted: readonly Column[];
	/** SET. Bound at execution: variables in it have no type before. */
	planCells(): readonly ColumnAssignment[];
}

export function planLoad(written: LoadData, around: Planning): LoadPlan {
	const { statement, through, check } = loadTarget(written, around);
	const planning = through === undefined ? around : { ...around, through };
	const table = existingTable(statement.table, planning);
	const charset = planning.session.systemVariable("character_set_database", "session")?.value;
	const format = fileFormat(statement.format, typeof charset === "string" ? charset : "utf8", planning.mode);
	const fieldType = typeOfFields(format.charset);
	const targets = targetsOf(statement, table, fieldType);
	const assignments = (statement.assignments ?? []).map(({ column, value }) => ({
		column: targetColumn(table, column),
		value,
	}));
	const need = needTable(
		table,
		planning,
		privilegeBit("INSERT") | (statement.onDuplicate === "replace" ? privilegeBit("DELETE") : 0),
	);
	for (const column of statement.targets === undefined
		? table.columns
		: targets.flatMap((target) => (target.kind === "column" ? target.column : []))) {
		needColumn(need, column.name, privilegeBit("INSERT"));
	}
	const given = new Set([
		...targets.flatMap((target) => (target.kind === "column" ? target.column : [])),
		...assignments.map(({ column }) => column),
	]);
	const rowVariables = new Set(
		targets.flatMap((target) => (target.kind === "variable" ? target.name.toLowerCase() : [])),
	);
	const cells = (within: Planning): readonly ColumnAssignment[] =>
		assignments.map(({ column, value }) =>
			planColumnAssignment(value, column, tableScope(table, table.name, need), { ...within, rowVariables }),
		);
	for (const { column } of assignments) {
		needColumn(need, column.name, privilegeBit("INSERT"));
	}
	// Required privileges are collected before variables have their type.
	cells(planning);
	const ignore = statement.onDuplicate === "ignore" || (statement.local && statement.onDuplicate === undefined);
	return {
		table,
		onDuplicate: statement.onDuplicate === "replace" ? "replace" : ignore ? "ignore" : "error",
		ignore,
		updates: [],
		query: undefined,
		isLocal: statement.local,
		path: statement.path,
		format,
		linesToSkip: statement.ignoreLines,
		fieldType,
		targets,
		omitted: table.columns.filter((column) => !given.has(column) && column.record.generated === undefined),
		planCells: () => cells({ ...planning, needs: [] }),
		check,
		widths: format.separator === "" ? fixedWidths(targets, statement, table, format) : undefined,
	};
}

/** The width of each field without separators. 1084 for text of any length, 1409 for a target that is no column. */
function fixedWidths(
	targets: readonly FieldTarget[],
	statement: LoadData,
	table: Table,
	{ lineEnd }: FileFormat,
): readonly number[] {
	const columns =
		statement.targets === undefined
			? table.columns
			: targets.map((target) => (target.kind === "column" ? target.column : undefined));
	return columns.map((column) => {
		if (column === undefined) {
			throw sqlError("loadFixedToVariable");
		}
		const isLong = isLargeType(column.type);
		if (isLong && lineEnd === "") {
			throw sqlError("fixedRowsWithBlobs");
		}
		return isLong ? longFieldBytes : fixedBytes(column.type);
	});
}

/** For a field of any length. */
const longFieldBytes = 256;

function typeOfFields(charset: string): SqlType {
	return charset === "binary"
		? sqlType("longblob")
		: sqlType("longtext", { charset, collation: collationOfCharset(charset)?.name ?? charset });
}

function targetsOf({ targets }: LoadData, table: Table, fieldType: SqlType): FieldTarget[] {
	const toColumn = (column: Column): FieldTarget =>
		column.record.generated === undefined
			? { kind: "column", column, convert: columnConverter(column, fieldType) }
			: { kind: "nowhere" };
	if (targets === undefined) {
		return table.columns.map(toColumn);
	}
	return targets.map((target) =>
		target.kind === "user-variable" ? { kind: "variable", name: target.name } : toColumn(targetColumn(table, target)),
	);
}
