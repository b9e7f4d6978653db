/**
 * Mutable table definition: columns, keys and options of a statement, checked and turned into a `TableRecord`.
 *
 * Enforces MySQL's rules: unique names of columns and keys, keys of existing columns, at most one AUTO_INCREMENT
 * column, which begins a key.
 */
import { fold } from "../../catalog/identifier.ts";
import { checkAutoIncrement, nameIndex, planIndex } from "../../catalog/index-definition.ts";
import type {
	CheckRecord,
	ColumnRecord,
	ForeignKeyRecord,
	IndexPartRecord,
	IndexRecord,
	TableRecord,
} from "../../catalog/record.ts";
import { sqlError } from "../../errors/catalogue.ts";
import { columnNames } from "../../plan/bind/stored-expression.ts";
import { printExpression } from "../../sql/print/index.ts";
import type { CheckDefinition, ColumnPosition, ForeignKeyDefinition, IndexDefinition } from "../../sql/tree/table.ts";
import { decodeText, encodeText } from "../../types/value/value.ts";
import { KnownForeignKeys, lacksSupport, needsSupport, planForeignKey } from "./foreign-key.ts";

const maximumColumns = 1017;
const handleTypes = new Set(["tinyint", "smallint", "mediumint", "int", "bigint"]);

export class TableDraft {
	readonly columns: ColumnRecord[];
	readonly indexes: IndexRecord[];
	readonly foreignKeys: ForeignKeyRecord[];
	readonly checks: CheckRecord[];
	/** Indexes that this statement asked for, by case-folded name. */
	readonly askedIndexes = new Set<string>();
	/** Columns that this statement declares NULL: they cannot be in a primary key. */
	readonly explicitlyNull = new Set<number>();
	/** Everything else, with the lists in their initial state. */
	record: TableRecord;
	#maximumColumnId: number;
	#maximumIndexId: number;
	/** Made with the first that is added: others are dropped before that. */
	#knownKeys: KnownForeignKeys | undefined;
	/** Made with the first that is added. */
	#checkNames: Set<string> | undefined;
	/** No lesser number is free. */
	#nextCheck = 1;

	constructor(record: TableRecord) {
		this.record = record;
		this.columns = [...record.columns];
		this.indexes = [...record.indexes];
		this.foreignKeys = [...record.foreignKeys];
		this.checks = [...record.checks];
		this.#maximumColumnId = record.maximumColumnId;
		this.#maximumIndexId = record.maximumIndexId;
	}

	takeColumnId(): number {
		this.#maximumColumnId++;
		return this.#maximumColumnId;
	}

	takeIndexId(): number {
		this.#maximumIndexId++;
		return this.#maximumIndexId;
	}

	findColumn(name: string): ColumnRecord | undefined {
		return this.columns.find((column) => fold(column.name) === fold(name));
	}

	/** Puts a column at the position; undefined: last. Throws 1054 for an unknown neighbour. */
	place(column: ColumnRecord, position: ColumnPosition | undefined): void {
		if (position === undefined) {
			this.columns.push(column);
			return;
		}
		if ("first" in position) {
			this.columns.unshift(column);
			return;
		}
		const at = this.columns.findIndex(({ name }) => fold(name) === fold(position.after));
		if (at < 0) {
			throw sqlError("unknownColumn", encodeText(position.after), encodeText(this.record.name));
		}
		this.columns.splice(at + 1, 0, column);
	}

	replace(former: ColumnRecord, column: ColumnRecord): void {
		this.columns[this.columns.indexOf(former)] = column;
	}

	/** `shortening`: see `planIndex`. */
	addIndex(definition: IndexDefinition, shortening?: () => void): void {
		this.askedIndexes.add(fold(this.#placeIndex(definition, shortening).name));
	}

	#placeIndex(definition: IndexDefinition, shortening?: () => void): IndexRecord {
		const plan = planIndex(definition, this.columns, shortening);
		if (/^(primary|unique|plain)$/.test(definition.type)) {
			this.#dropServed(plan.parts);
		}
		if (definition.type === "primary") {
			for (const { columnId } of plan.parts) {
				if (this.columns.find(({ id }) => id === columnId)?.generated?.stored === false) {
					throw sqlError("generatedUnsupported", "Defining a virtual generated column as primary key");
				}
				this.makeNotNull(columnId);
			}
		}
		const isHandle =
			definition.type === "primary" && plan.parts.length === 1 && this.#isInteger(plan.parts[0]?.columnId);
		// Named first: a refused key takes no id.
		const named = nameIndex(plan, 0, this.indexes, this.columns);
		const index = isHandle ? named : { ...named, id: this.takeIndexId() };
		this.indexes.push(index);
		return index;
	}

	/** Drops an index made for a foreign key, and frees its name, when one is added that begins with its columns. */
	#dropServed(parts: readonly IndexPartRecord[]): void {
		const left = this.indexes.filter(
			(index) =>
				index.implied !== true ||
				index.parts.some(({ columnId }, at) => parts[at]?.columnId !== columnId || parts[at]?.length !== undefined),
		);
		this.indexes.splice(0, this.indexes.length, ...left);
	}

	/**
	 * `database` is the default for unqualified names. A table whose engine drops foreign keys keeps only the index.
	 */
	addForeignKey(definition: ForeignKeyDefinition, database: string): void {
		this.#knownKeys ??= new KnownForeignKeys(this.record.name, this.record.foreignKeys, this.foreignKeys);
		const key = planForeignKey(definition, this.#knownKeys, this, database);
		if (this.record.forgetsForeignKeys !== true) {
			this.foreignKeys.push(key);
		}
		if (needsSupport(key, this.indexes) || definition.parts !== undefined) {
			const parts = definition.parts ?? definition.columns.map((column) => ({ column, descending: false }));
			const name = definition.constraint ?? definition.name;
			const index = this.#placeIndex({
				kind: "index-definition",
				type: "plain",
				parts,
				...(name === undefined ? {} : { name }),
			});
			this.indexes.splice(-1, 1, { ...index, implied: true });
		} else {
			this.#renameImplied(key.columnIds, definition.constraint ?? definition.name);
		}
		if (definition.parts !== undefined && lacksSupport(key, this.indexes) && this.record.forgetsForeignKeys !== true) {
			throw sqlError("foreignKeyCannotAdd");
		}
	}

	/** An index made for an earlier foreign key over the same columns is replaced by this one's: it takes its name. */
	#renameImplied(columnIds: readonly number[], name: string | undefined): void {
		const at = this.indexes.findIndex(
			({ implied, parts }) =>
				implied === true &&
				parts.length === columnIds.length &&
				parts.every(({ columnId }, place) => columnId === columnIds[place]),
		);
		const isTaken = this.indexes.some((other) => name !== undefined && fold(other.name) === fold(name));
		if (at >= 0 && name !== undefined && !isTaken) {
			this.indexes.splice(at, 1, { ...this.indexes[at]!, name });
		}
	}

	/** `column`: the definition is a column's own CHECK, which may use that column only. */
	addCheck(definition: CheckDefinition, column?: string): void {
		const taken = (this.#checkNames ??= new Set(this.checks.map(({ name }) => fold(name))));
		let name = definition.constraint;
		while (name === undefined) {
			const candidate = `${this.record.name}_chk_${this.#nextCheck}`;
			name = taken.has(fold(candidate)) ? undefined : candidate;
			this.#nextCheck += name === undefined ? 1 : 0;
		}
		if (column !== undefined && columnNames(definition.expression).some((each) => fold(each) !== fold(column))) {
			throw sqlError("checkRefersOther", encodeText(name));
		}
		taken.add(fold(name));
		this.checks.push({ name, text: decodeText(printExpression(definition.expression)), enforced: definition.enforced });
	}

	/** Returns the record, checked as a whole. */
	finish(): TableRecord {
		if (this.columns.length === 0) {
			throw sqlError("tableMustHaveColumns");
		}
		if (this.columns.length > maximumColumns) {
			throw sqlError("tooManyColumns");
		}
		this.#refuseDuplicates();
		checkAutoIncrement(this.columns, this.indexes);
		return {
			...this.record,
			columns: this.columns,
			indexes: this.indexes,
			foreignKeys: this.foreignKeys,
			checks: this.checks,
			maximumColumnId: this.#maximumColumnId,
			maximumIndexId: this.#maximumIndexId,
		};
	}

	#refuseDuplicates(): void {
		const seen = new Set<string>();
		for (const { name } of this.columns) {
			if (seen.has(fold(name))) {
				throw sqlError("duplicateColumn", encodeText(name));
			}
			seen.add(fold(name));
		}
	}

	#isInteger(columnId: number | undefined): boolean {
		const column = this.columns.find(({ id }) => id === columnId);
		return column !== undefined && handleTypes.has(column.type.name);
	}

	/** Columns of a primary key are NOT NULL, declared or not. */
	makeNotNull(columnId: number): void {
		if (this.explicitlyNull.has(columnId)) {
			throw sqlError("primaryCantHaveNull");
		}
		const column = this.columns.find(({ id }) => id === columnId);
		if (column?.nullable === true) {
			this.replace(column, { ...column, nullable: false, impliedNotNull: true });
		}
	}
}
