/**
 * Grammar questions of a data definition statement, asked before any name is looked up; throws the refusal.
 */
import { Grammar } from "../../rules/grammar.ts";
import { granted } from "../../rules/warned.ts";
import type { DataType } from "../../sql/tree/data-type.ts";
import type { Statement } from "../../sql/tree/statement.ts";
import type { AlterTable, ColumnDefinition, CreateTable } from "../../sql/tree/table.ts";
import { isCharacterType } from "../../types/value/type.ts";
import type { RuleQuestions } from "./charset-clause.ts";

export function refuseUnknownGrammar(statement: Statement, execution: RuleQuestions): void {
	const rules = execution.book.ask(Grammar);
	switch (statement.kind) {
		case "alter-database":
			granted(rules.alterDatabase(), execution);
			break;
		case "create-table":
			refuseTable(statement, rules, execution);
			break;
		case "alter-table":
			refuseAlteration(statement, rules, execution);
	}
}

function refuseTable({ temporary, elements, query }: CreateTable, rules: Grammar, execution: RuleQuestions): void {
	if (temporary) {
		granted(rules.createTemporaryTable(), execution);
	}
	for (const element of elements) {
		if (element.kind === "column-definition") {
			refuseColumn(element, rules, execution);
		}
	}
	if (query !== undefined) {
		granted(rules.createTableSelect(), execution);
	}
}

function refuseAlteration({ changes }: AlterTable, rules: Grammar, execution: RuleQuestions): void {
	for (const change of changes) {
		if (change.change === "add-column" || change.change === "change-column") {
			refuseColumn(change.column, rules, execution);
		} else if (change.change === "convert") {
			granted(rules.convertTable(), execution);
		}
	}
}

function refuseColumn({ type }: ColumnDefinition, rules: Grammar, execution: RuleQuestions): void {
	const words = typeWords(type);
	granted(rules.columnType(words), execution);
	if (words.binary) {
		granted(rules.binaryAttribute(words), execution);
	}
}

function typeWords(type: DataType): Parameters<Grammar["columnType"]>[0] {
	return {
		type: type.name,
		isCharacterType: isCharacterType(type),
		attribute: type.attribute,
		binary: type.binary === true,
		charset: type.charset !== undefined,
		collate: type.collation !== undefined,
	};
}
