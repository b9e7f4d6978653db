/**
 * Abstract syntax tree (AST) of expressions and queries (SELECT, UNION, FROM).
 *
 * One file, since expressions hold subqueries and queries hold expressions. A node records what was written: names
 * are unresolved JavaScript text in their letter case, types unknown, literals byte strings in the connection's
 * charset.
 */
import type { Integer, ByteString } from "../../types/value/value.ts";
import type { DataType } from "./data-type.ts";
import type { Analyse, IntoTarget } from "./into-target.ts";
import type { TableName } from "./table-name.ts";

export type Expression =
	| Literal
	| Parameter
	| ColumnName
	| UserVariable
	| SystemVariable
	| AssignVariable
	| Unary
	| Binary
	| IsTest
	| InTest
	| Between
	| Like
	| Regexp
	| Exists
	| Subquery
	| Quantified
	| RowConstructor
	| FunctionCall
	| AggregateCall
	| Cast
	| ConvertUsing
	| Case
	| Interval
	| Collate
	| ValuesOfColumn
	| DefaultOfColumn
	| MatchAgainst;

/** Strings, hex and bit literals may have an introducer (`_utf8'abc'`). */
export type Literal =
	| { readonly kind: "literal"; readonly type: "null" }
	| { readonly kind: "literal"; readonly type: "boolean"; readonly value: boolean }
	| { readonly kind: "literal"; readonly type: "integer"; readonly value: Integer; readonly text: string }
	/** As written: `1.50`, `.5`, `3.` */
	| { readonly kind: "literal"; readonly type: "decimal"; readonly text: string }
	| { readonly kind: "literal"; readonly type: "double"; readonly value: number; readonly text: string }
	| {
			readonly kind: "literal";
			readonly type: "string";
			readonly bytes: ByteString;
			readonly charset?: string;
			readonly national?: boolean;
	  }
	| {
			readonly kind: "literal";
			readonly type: "hex" | "bit";
			readonly bytes: ByteString;
			readonly charset?: string;
			readonly text: string;
	  }
	/** DATE '...', TIME '...', TIMESTAMP '...' */
	| {
			readonly kind: "literal";
			readonly type: "date" | "time" | "timestamp";
			readonly text: ByteString;
			/** Written as an ODBC escape: text that is no date or time is text. */
			readonly escaped?: true;
	  };

/** `?`, numbered from 0 in text order. */
export interface Parameter {
	readonly kind: "parameter";
	readonly index: number;
	/** Replaces a literal (`sql/parameterize`) whose text is ASCII. */
	readonly ascii?: true;
}

export interface ColumnName {
	readonly kind: "column";
	readonly database?: string;
	readonly table?: string;
	readonly name: string;
}

/** `@name`; `assigned`: the statement contains `@name := ...`, so its value may change with every row. */
export interface UserVariable {
	readonly kind: "user-variable";
	readonly name: string;
	readonly assigned?: true;
}

/** `@@name`, `@@session.name`, `@@global.name`; `text` as written, which names the result column. */
export interface SystemVariable {
	readonly kind: "system-variable";
	readonly scope: "session" | "global" | "any";
	readonly name: string;
}

/** `@name := value` */
export interface AssignVariable {
	readonly kind: "assign-variable";
	readonly name: string;
	readonly value: Expression;
}

export interface Unary {
	readonly kind: "unary";
	readonly operator: "-" | "+" | "~" | "!" | "not" | "binary";
	readonly operand: Expression;
}

export type BinaryOperator =
	| "+"
	| "-"
	| "*"
	| "/"
	| "div"
	| "%" // also `mod`
	| "="
	| "<=>"
	| "<>"
	| "<"
	| "<="
	| ">"
	| ">=" // also `!=`
	| "and"
	| "or"
	| "xor" // also `&&` and `||`; with PIPES_AS_CONCAT `||` is a call of concat
	| "&"
	| "|"
	| "^"
	| "<<"
	| ">>"
	| "->"
	| "->>"
	| "sounds like";

export interface Binary {
	readonly kind: "binary";
	readonly operator: BinaryOperator;
	readonly left: Expression;
	readonly right: Expression;
}

interface IsTest {
	readonly kind: "is";
	readonly operand: Expression;
	readonly test: "null" | "true" | "false" | "unknown";
	readonly negated: boolean;
}

export interface InTest {
	readonly kind: "in";
	readonly operand: Expression;
	readonly candidates: readonly Expression[] | Query;
	readonly negated: boolean;
}

export interface Between {
	readonly kind: "between";
	readonly operand: Expression;
	readonly low: Expression;
	readonly high: Expression;
	readonly negated: boolean;
}

export interface Like {
	readonly kind: "like";
	readonly operand: Expression;
	readonly pattern: Expression;
	readonly escape?: Expression;
	readonly negated: boolean;
}

interface Regexp {
	readonly kind: "regexp";
	readonly operand: Expression;
	readonly pattern: Expression;
	readonly negated: boolean;
}

interface Exists {
	readonly kind: "exists";
	readonly query: Query;
}

interface Subquery {
	readonly kind: "subquery";
	readonly query: Query;
}

/** `a > ALL (select ...)`; SOME is ANY. */
export interface Quantified {
	readonly kind: "quantified";
	readonly operator: "=" | "<>" | "<" | "<=" | ">" | ">=";
	readonly quantifier: "any" | "all";
	readonly operand: Expression;
	readonly query: Query;
}

interface RowConstructor {
	readonly kind: "row";
	readonly items: readonly Expression[];
}

/**
 * A call of a scalar function, name in lower case. Functions with a syntax of their own become plain calls:
 * `substring(a from 2 for 3)` has three arguments; `trim(leading 'x' from a)` is `trim` with the arguments (a, 'x',
 * word `leading`); `extract(day from a)` has a `Word` first; `position(a in b)` is `locate`; `current_timestamp`
 * without parentheses is `now`.
 */
export interface FunctionCall {
	readonly kind: "call";
	/** Schema before a dot: such a call is never a built-in function. */
	readonly database?: string;
	readonly name: string;
	readonly arguments: readonly (Expression | Word)[];
}

/** A keyword as argument: a unit (`day`), `leading`, a charset or type name. Lower case. */
export interface Word {
	readonly kind: "word";
	readonly word: string;
}

export type AggregateName =
	| "count"
	| "sum"
	| "avg"
	| "min"
	| "max"
	| "bit_and"
	| "bit_or"
	| "bit_xor"
	| "std"
	| "stddev_samp"
	| "variance"
	| "var_samp" // synonyms are resolved
	| "group_concat"
	| "json_arrayagg"
	| "json_objectagg"
	/** Not written: the planner's, of a table that MATCH searches. */
	| "match rows natural"
	| "match rows boolean"
	| "match rows expansion";

export interface AggregateCall {
	readonly kind: "aggregate";
	readonly name: AggregateName;
	readonly distinct: boolean;
	/** Empty: `count(*)`. */
	readonly arguments: readonly Expression[];
	/** GROUP_CONCAT only. */
	readonly order?: readonly OrderItem[];
	/** GROUP_CONCAT only. */
	readonly separator?: ByteString;
}

export interface OrderItem {
	readonly expression: Expression;
	readonly descending: boolean;
}

/** CAST(a AS type) and CONVERT(a, type). */
export interface Cast {
	readonly kind: "cast";
	readonly operand: Expression;
	readonly type: DataType;
}

/** CONVERT(a USING charset). */
interface ConvertUsing {
	readonly kind: "convert-using";
	readonly operand: Expression;
	readonly charset: string;
}

export interface Case {
	readonly kind: "case";
	readonly operand?: Expression;
	readonly branches: readonly { readonly when: Expression; readonly then: Expression }[];
	readonly otherwise?: Expression;
}

/** `interval 3 day`: only as an operand of + and -, or an argument of date functions. Unit in lower case. */
export interface Interval {
	readonly kind: "interval";
	readonly amount: Expression;
	readonly unit: string;
}

interface Collate {
	readonly kind: "collate";
	readonly operand: Expression;
	readonly collation: string;
}

/** VALUES(column) in ON DUPLICATE KEY UPDATE. */
interface ValuesOfColumn {
	readonly kind: "values-of";
	readonly column: ColumnName;
}

/** DEFAULT, DEFAULT(column). */
export interface DefaultOfColumn {
	readonly kind: "default-of";
	readonly column?: ColumnName;
}

export interface MatchAgainst {
	readonly kind: "match";
	readonly columns: readonly ColumnName[];
	readonly against: Expression;
	readonly modifier: string;
}

export type Query = Select | Union;

export interface Select {
	readonly kind: "select";
	readonly distinct: boolean;
	/** SQL_CALC_FOUND_ROWS, SQL_NO_CACHE, HIGH_PRIORITY, STRAIGHT_JOIN ... in lower case. */
	readonly modifiers: readonly string[];
	/** Hint MAX_EXECUTION_TIME in milliseconds; 0: no limit. Only the first SELECT's counts. */
	readonly maximumMs?: number;
	readonly items: readonly SelectItem[];
	/** Comma-separated; undefined without FROM, and for FROM DUAL. */
	readonly from?: readonly TableReference[];
	readonly where?: Expression;
	readonly groupBy?: readonly OrderItem[];
	readonly rollup?: boolean;
	readonly having?: Expression;
	readonly orderBy?: readonly OrderItem[];
	readonly limit?: Limit;
	readonly lock?: "update" | "share";
	readonly into?: IntoTarget;
	/** PROCEDURE ANALYSE(): outermost SELECT only. */
	readonly analyse?: Analyse;
	/** The value of an assignment in a stored program: evaluated as strictly as a value that is written. */
	readonly isAssigned?: true;
}

/** A chain `a union b union all c`. ORDER BY and LIMIT belong to the whole. */
export interface Union {
	readonly kind: "union";
	readonly parts: readonly Query[];
	/** `operators[i]` is between `parts[i]` and `parts[i + 1]`. */
	readonly operators: readonly ("distinct" | "all")[];
	readonly orderBy?: readonly OrderItem[];
	readonly limit?: Limit;
	readonly lock?: "update" | "share";
	readonly into?: IntoTarget;
}

export type SelectItem =
	/** `text`: the expression's source text, which names the column without an alias. */
	| { readonly kind: "item"; readonly expression: Expression; readonly alias?: string; readonly text: string }
	/** `*`, `t.*`, `d.t.*` */
	| { readonly kind: "star"; readonly database?: string; readonly table?: string };

/** Integers or parameters. */
export interface Limit {
	readonly count: Expression;
	readonly offset?: Expression;
}

export type TableReference = TableName | DerivedTable | Join;

export interface DerivedTable {
	readonly kind: "derived";
	readonly query: Query;
	readonly alias?: string;
}

export interface Join {
	readonly kind: "join";
	/** Right joins are kept as such. Comma and CROSS are `inner` without a condition. */
	readonly type: "inner" | "left" | "right" | "straight";
	readonly natural: boolean;
	readonly left: TableReference;
	readonly right: TableReference;
	readonly on?: Expression;
	readonly using?: readonly string[];
}
