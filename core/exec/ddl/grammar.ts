/**
 * Grammar questions of a data definition statement, asked before any name is looked up; throws the refusal.
 */
import type { RuleBook } from "../../rules/book.ts";
import { Grammar } from "../../rules/grammar.ts";
import { forbid } from "../../rules/refusal.ts";
import type { DataType } from "../../sql/tree/data-type.ts";
import type { Statement } from "../../sql/tree/statement.ts";
import type { AlterTable, ColumnDefinition, CreateTable } from "../../sql/tree/table.ts";
import { isCharacterType } from "../../types/value/type.ts";

export function refuseUnknownGrammar(statement: Statement, book: RuleBook): void {
	const rules = book.ask(Grammar);
	switch (statement.kind) {
		case "alter-database":
			forbid(rules.alterDatabase());
			break;
		case "create-table":
			refuseTable(statement, rules);
			break;
		case "alter-table":
			refuseAlteration(statement, rules);
	}
}

function refuseTable({ temporary, elements, query }: CreateTable, rules: Grammar): void {
	if (temporary) {
		forbid(rules.createTemporaryTable());
	}
	for (const element of elements) {
		if (element.kind === "column-definition") {
			refuseColumn(element, rules);
		}
	}
	if (query !== undefined) {
		forbid(rules.createTableSelect());
	}
}

function refuseAlteration({ changes }: AlterTable, rules: Grammar): void {
	for (const change of changes) {
		if (change.change === "add-column" || change.change === "change-column") {
			refuseColumn(change.column, rules);
		} else if (change.change === "convert") {
			forbid(rules.convertTable());
		}
	}
}

function refuseColumn({ type }: ColumnDefinition, rules: Grammar): void {
	const words = typeWords(type);
	forbid(rules.columnType(words));
	if (words.binary) {
		forbid(rules.binaryAttribute(words));
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
