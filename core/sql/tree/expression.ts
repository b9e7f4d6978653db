/**
 * The syntax of expressions: what stands where a value is asked for.
 *
 * In: nothing. Out: node types, plain data, made by `parse/`, read by `plan/` and printed by `print/`. A node knows
 * what was written, not what it means: names are unbound, types unsettled. Names are JavaScript text as written (case
 * kept); literal text is a byte string in the connection's charset.
 */
import type { Integer, ByteString } from "../../types/value.ts";
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

/** A value written out. Strings, hex and bit literals may carry an introducer (`_utf8'abc'`). */
export type Literal =
	| { readonly kind: "literal"; readonly type: "null" }
	| { readonly kind: "literal"; readonly type: "boolean"; readonly value: boolean }
	| { readonly kind: "literal"; readonly type: "integer"; readonly value: Integer; readonly text: string }
	/** `text` as written: `1.50`, `.5`, `3.` */
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
	| { readonly kind: "literal"; readonly type: "date" | "time" | "timestamp"; readonly text: ByteString };

/** `?`, numbered from 0 in the order of the text. */
export interface Parameter {
	readonly kind: "parameter";
	readonly index: number;
	/** Stands for a literal that was lifted (`sql/lift`), whose text is in ASCII. */
	readonly ascii?: true;
}

export interface ColumnName {
	readonly kind: "column";
	readonly database?: string;
	readonly table?: string;
	readonly name: string;
}

/** `@name`; `assigned`: the same text has `@name := ...`, so that it may be another in every row. */
export interface UserVariable {
	readonly kind: "user-variable";
	readonly name: string;
	readonly assigned?: true;
}

/** `@@name`, `@@session.name`, `@@global.name`; `text` is what was written, which names the result column. */
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
	| "%" // `mod` is read as `%`
	| "="
	| "<=>"
	| "<>"
	| "<"
	| "<="
	| ">"
	| ">=" // `!=` is read as `<>`
	| "and"
	| "or"
	| "xor" // `&&` and `||` are read as these; `||` as a call of concat under PIPES_AS_CONCAT
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

/** `a > ALL (select ...)`; SOME is read as ANY. */
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
 * A call of a scalar function, name in lower case. Functions with a syntax of their own are read into plain calls:
 * `substring(a from 2 for 3)` has three arguments; `trim(leading 'x' from a)` is `trim` with the arguments (a, 'x',
 * word `leading`); `extract(day from a)` has a `Word` first; `position(a in b)` is `locate`; `current_timestamp`
 * without parentheses is `now`.
 */
export interface FunctionCall {
	readonly kind: "call";
	/** The schema before a dot, where one was written: such a call is never a built-in function. */
	readonly database?: string;
	readonly name: string;
	readonly arguments: readonly (Expression | Word)[];
}

/** A keyword in an argument's place: a unit (`day`), `leading`, a charset or type name. Lower case. */
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
	| "var_samp" // synonyms are read as these
	| "group_concat"
	| "json_arrayagg"
	| "json_objectagg";

export interface AggregateCall {
	readonly kind: "aggregate";
	readonly name: AggregateName;
	readonly distinct: boolean;
	/** Empty means `count(*)`. */
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

/** `interval 3 day`: only as an operand of + and - and as an argument of date functions. Unit in lower case. */
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
	/** The hint MAX_EXECUTION_TIME, in milliseconds; 0: no limit. It counts in the first SELECT of a statement. */
	readonly maximumMs?: number;
	readonly items: readonly SelectItem[];
	/** Comma-separated; undefined without FROM (or FROM DUAL). */
	readonly from?: readonly TableReference[];
	readonly where?: Expression;
	readonly groupBy?: readonly OrderItem[];
	readonly rollup?: boolean;
	readonly having?: Expression;
	readonly orderBy?: readonly OrderItem[];
	readonly limit?: Limit;
	readonly lock?: "update" | "share";
	readonly into?: IntoTarget;
	/** PROCEDURE ANALYSE(): of the outermost SELECT alone. */
	readonly analyse?: Analyse;
}

/**
 * A chain `a union b union all c`: parts in order, the operators between them. ORDER BY and LIMIT are of the whole.
 */
export interface Union {
	readonly kind: "union";
	readonly parts: readonly Query[];
	/** `operators[i]` stands between `parts[i]` and `parts[i + 1]`. */
	readonly operators: readonly ("distinct" | "all")[];
	readonly orderBy?: readonly OrderItem[];
	readonly limit?: Limit;
	readonly lock?: "update" | "share";
	readonly into?: IntoTarget;
}

export type SelectItem =
	/** `text` is the source text of the expression: it names the column where no alias does. */
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
	/** A right join stays one here. Comma and CROSS are `inner` without a condition. */
	readonly type: "inner" | "left" | "right" | "straight";
	readonly natural: boolean;
	readonly left: TableReference;
	readonly right: TableReference;
	readonly on?: Expression;
	readonly using?: readonly string[];
}
