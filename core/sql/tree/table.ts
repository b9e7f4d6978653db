/**
 * Syntax of CREATE, ALTER, DROP, RENAME and TRUNCATE TABLE, and of CREATE and DROP INDEX.
 *
 * Charset and collation words are kept as written; rules judge them.
 */
import type { DataType } from "./data-type.ts";
import type { Expression, Query } from "./expression.ts";
import type { TableName } from "./table-name.ts";

export interface CreateTable {
	readonly kind: "create-table";
	readonly table: TableName;
	readonly temporary: boolean;
	readonly ifNotExists: boolean;
	readonly elements: readonly TableElement[];
	readonly options: readonly TableOption[];
	/** Source text of the PARTITION BY clause, which is shown as written. */
	readonly partitionText?: string;
	/** CREATE TABLE t LIKE s. */
	readonly like?: TableName;
	/** CREATE TABLE t SELECT ... */
	readonly query?: Query;
	readonly onDuplicate?: "ignore" | "replace";
}

export type TableElement = ColumnDefinition | IndexDefinition | ForeignKeyDefinition | CheckDefinition;

export interface ColumnDefinition {
	readonly kind: "column-definition";
	readonly name: string;
	/** Includes a COLLATE written after other attributes. */
	readonly type: DataType;
	/** undefined: neither NULL nor NOT NULL was written. */
	readonly nullable?: boolean;
	readonly default?: Expression;
	/** ON UPDATE CURRENT_TIMESTAMP, with its fractional digits. */
	readonly onUpdate?: Expression;
	readonly autoIncrement: boolean;
	readonly key?: "primary" | "unique";
	/** UNIQUE in addition to PRIMARY KEY: the column has both. */
	readonly alsoUnique?: true;
	readonly comment?: string;
	readonly generated?: { readonly expression: Expression; readonly text: string; readonly stored: boolean };
	readonly references?: References;
	readonly checks?: readonly CheckDefinition[];
}

export interface IndexDefinition {
	readonly kind: "index-definition";
	readonly type: "primary" | "unique" | "plain" | "fulltext" | "spatial";
	readonly name?: string;
	/** CONSTRAINT symbol, which names a unique key without a name of its own. */
	readonly constraint?: string;
	readonly parts: readonly IndexPart[];
	readonly using?: "btree" | "hash";
	readonly comment?: string;
	readonly keyBlockSize?: number;
	/** WITH PARSER of a fulltext index. */
	readonly parser?: string;
}

export interface IndexPart {
	readonly column: string;
	/** Prefix length in characters or bytes. */
	readonly length?: number;
	readonly descending: boolean;
}

export interface ForeignKeyDefinition {
	readonly kind: "foreign-key-definition";
	readonly constraint?: string;
	readonly name?: string;
	readonly columns: readonly string[];
	/** The same with prefix lengths, if there are any: the key of its own index, which may not serve it. */
	readonly parts?: readonly IndexPart[];
	readonly references: References;
}

export type ReferentialAction = "restrict" | "cascade" | "set null" | "no action" | "set default";

export interface References {
	readonly table: TableName;
	readonly columns: readonly string[];
	readonly onDelete?: ReferentialAction;
	readonly onUpdate?: ReferentialAction;
}

export interface CheckDefinition {
	readonly kind: "check-definition";
	readonly constraint?: string;
	readonly expression: Expression;
	readonly text: string;
	readonly enforced: boolean;
}

export type TableOption =
	/** [DEFAULT] CHARSET | CHARACTER SET, as written. */
	| { readonly option: "charset"; readonly value: string }
	| { readonly option: "collate"; readonly value: string }
	| { readonly option: "engine"; readonly value: string }
	| { readonly option: "auto-increment"; readonly value: number | bigint }
	| { readonly option: "comment"; readonly value: string }
	/** ROW_FORMAT, KEY_BLOCK_SIZE, STATS_PERSISTENT, SHARD_ROW_ID_BITS ...: name in lower case, value as text. */
	| { readonly option: "other"; readonly name: string; readonly value: string };

export interface AlterTable {
	readonly kind: "alter-table";
	readonly table: TableName;
	readonly ignore: boolean;
	readonly changes: readonly AlterChange[];
}

/** FIRST or AFTER; undefined: unchanged, or last. */
export type ColumnPosition = { readonly first: true } | { readonly after: string };

export type AlterChange =
	| { readonly change: "add-column"; readonly column: ColumnDefinition; readonly position?: ColumnPosition }
	| { readonly change: "add-index"; readonly index: IndexDefinition }
	| { readonly change: "add-foreign-key"; readonly foreignKey: ForeignKeyDefinition }
	| { readonly change: "add-check"; readonly check: CheckDefinition }
	| {
			readonly change: "change-column";
			readonly name: string;
			readonly column: ColumnDefinition;
			readonly position?: ColumnPosition /** MODIFY keeps the name. */;
			readonly modify: boolean;
	  }
	| { readonly change: "rename-column"; readonly from: string; readonly to: string }
	| { readonly change: "set-default"; readonly column: string; readonly default: Expression }
	| { readonly change: "drop-default"; readonly column: string }
	| { readonly change: "drop-column"; readonly name: string }
	| { readonly change: "drop-index"; readonly name: string }
	| { readonly change: "drop-primary-key" }
	| { readonly change: "drop-foreign-key"; readonly name: string }
	| { readonly change: "drop-check"; readonly name: string }
	| { readonly change: "alter-check"; readonly name: string; readonly enforced: boolean }
	| { readonly change: "rename-index"; readonly from: string; readonly to: string }
	| { readonly change: "rename-table"; readonly to: TableName }
	/** CONVERT TO CHARACTER SET; `default` means the database's. */
	| { readonly change: "convert"; readonly charset: string; readonly collation?: string }
	/** [DEFAULT] CHARSET=, COLLATE=, ENGINE=, COMMENT=, AUTO_INCREMENT= ... */
	| {
			readonly change: "option";
			readonly option: TableOption /** Not preceded by a comma: part of the change before. */;
			readonly continued?: true;
	  }
	| { readonly change: "order-by"; readonly columns: readonly string[] }
	| { readonly change: "keys"; readonly enable: boolean }
	| { readonly change: "force" }
	/** DISCARD and IMPORT TABLESPACE. */
	| { readonly change: "tablespace"; readonly action: "discard" | "import" }
	/** PARTITION BY ..., ADD PARTITION ..., REMOVE PARTITIONING ...: source text. */
	| { readonly change: "partitioning"; readonly text: string }
	| OnlineOption
	/** WITH and WITHOUT VALIDATION. */
	| { readonly change: "validation"; readonly isWanted: boolean };

/** ALGORITHM=, LOCK=: how the change may be made, in lower case. */
export interface OnlineOption {
	readonly change: "online";
	readonly option: "algorithm" | "lock";
	readonly value: string;
}

export interface DropTable {
	readonly kind: "drop-table";
	readonly tables: readonly TableName[];
	readonly temporary: boolean;
	readonly ifExists: boolean;
}

export interface RenameTable {
	readonly kind: "rename-table";
	readonly renames: readonly { readonly from: TableName; readonly to: TableName }[];
}

export interface TruncateTable {
	readonly kind: "truncate-table";
	readonly table: TableName;
}

export interface CreateIndex {
	readonly kind: "create-index";
	readonly table: TableName;
	readonly index: IndexDefinition;
	readonly online?: readonly OnlineOption[];
}

export interface DropIndex {
	readonly kind: "drop-index";
	readonly table: TableName;
	/** `PRIMARY` in any letter case names the primary key. */
	readonly name: string;
	readonly online?: readonly OnlineOption[];
}
