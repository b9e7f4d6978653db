/**
 * Information functions: facts of the session, and the charset, collation and coercibility of a value.
 *
 * SLEEP() does not block the event loop: it suspends the row (`async/suspension.ts`) until the session's timer ends.
 *
 * | name                                                | result                     | source (MySQL 5.7 manual)  |
 * |-----------------------------------------------------|----------------------------|----------------------------|
 * | database, schema                                    | varchar(34) utf8, or NULL  | 12.15 Information Functions|
 * | user, session_user, system_user, current_user       | varchar(93) utf8           | 12.15                      |
 * | version                                             | varchar utf8               | 12.15                      |
 * | verso_rules                                         | varchar(1024) utf8         | verso's own                |
 * | connection_id                                       | bigint(10) unsigned        | 12.15                      |
 * | last_insert_id ([n])                                | bigint(21) unsigned        | 12.15                      |
 * | row_count, found_rows                               | bigint(21)                 | 12.15                      |
 * | charset, collation                                  | varchar(64) utf8           | 12.15                      |
 * | coercibility                                        | bigint(10)                 | 12.15                      |
 * | benchmark (n, anything)                             | bigint(1): 0               | 12.15                      |
 * | sleep                                               | bigint(21): 0              | 12.20 Miscellaneous        |
 */
import { sqlError } from "../../errors/catalogue.ts";
import { collationNamed } from "../../types/collation/collation.ts";
import { asUnsigned } from "../../types/numeric/integer.ts";
import type { Evaluation } from "../../types/evaluation/evaluation.ts";
import { encodeText, type Integer, type Row, type Value } from "../../types/value/value.ts";
import { define, named } from "../definition/definition.ts";
import type { Compiled, FunctionDefinition, Operand, Resolution } from "../definition/function.ts";
import { bigintType, doubleType, integerResult, isTextual, textResult, unsignedType } from "../definition/result.ts";
import { after, type MaybePromise } from "../../async/maybe-promise.ts";
import { retrying } from "../../async/suspension.ts";
import { once } from "../../async/waiting.ts";
import { unitsInTurn, work } from "../../async/work-meter.ts";

/** Names are utf8, in any connection charset. */
const nameEncoding = { charset: "utf8", collation: "utf8_general_ci" };

function textFact(
	length: number,
	nullable: boolean,
	fact: (evaluation: Evaluation) => string | null,
): () => Resolution {
	return () => ({
		type: textResult(length, nameEncoding),
		nullable,
		coercibility: 3,
		statementConstant: true,
		evaluate: (evaluation) => {
			const text = fact(evaluation);
			return text === null ? null : encodeText(text);
		},
	});
}

function numberFact(width: number, unsigned: boolean, fact: (evaluation: Evaluation) => Integer): () => Resolution {
	return () => ({
		type: integerResult(width, unsigned),
		nullable: false,
		statementConstant: true,
		evaluate: fact,
	});
}

/** Value for AUTO_INCREMENT column IS NULL under `sql_auto_is_null`; SQL cannot spell the name. */
export const newId: FunctionDefinition = define("new id", 0, 0, () => ({
	type: integerResult(21, true),
	nullable: true,
	statementConstant: true,
	evaluate: ({ session }) => session.takeNewId?.() ?? null,
}));

/** LAST_INSERT_ID(n) stores n, for sequences made by the client. */
function lastInsertId(operands: readonly Operand[]): Resolution {
	if (operands.length === 0) {
		return numberFact(21, true, ({ session }) => session.lastInsertId)();
	}
	return {
		type: integerResult(21, true),
		nullable: operands[0]!.nullable,
		operands: [operands[0]!.type.unsigned ? unsignedType : bigintType],
		volatile: true,
		evaluate: ({ session }, value) => {
			session.lastInsertId = asUnsigned(value as Integer);
			return session.lastInsertId;
		},
	};
}

/** Makes a function of the operand's type, known without evaluation. */
function typeFact(fact: (operand: Operand) => Value): (operands: readonly Operand[]) => Resolution {
	return ([operand]) => {
		const answer = fact(operand!);
		return {
			type: typeof answer === "number" ? integerResult(10) : textResult(64, nameEncoding),
			nullable: false,
			nullPropagates: false,
			...(typeof answer === "number" ? {} : { coercibility: 3 as const }),
			compile: () => () => answer,
		};
	};
}

/** JSON is utf8mb4 text; numbers and dates have no charset. */
function encodingName(operand: Operand, part: "charset" | "collation"): string {
	if (operand.type.name === "json") {
		return part === "charset" ? "utf8mb4" : "utf8mb4_bin";
	}
	if (!isTextual(operand.type)) {
		return "binary";
	}
	const { charset, collation } = operand.type;
	return part === "charset" ? charset : (collationNamed(collation)?.name ?? collation);
}

/** Evaluations between two looks at the clock. */
const evaluationsInTurn = 1000;

/** Gives way like a loop over rows, so that it can be killed and keeps no other session waiting. */
function repeatEvaluation(expression: Compiled, times: number, row: Row, evaluation: Evaluation): MaybePromise<Value> {
	let turn = 0;
	/** Whether all are done; false after a turn's work. */
	const run = (): boolean => {
		while (turn < times) {
			expression(row, evaluation);
			turn++;
			if (turn % evaluationsInTurn === 0 || work.units > unitsInTurn) {
				work.units = 0;
				return turn >= times;
			}
		}
		return true;
	};
	const rest = (): MaybePromise<Value> => {
		for (;;) {
			const isDone = retrying(run);
			if (isDone instanceof Promise) {
				return isDone.then((done) => (done ? 0 : after(evaluation.giveWay?.(), rest)));
			}
			if (isDone) {
				return 0;
			}
			const turnTaken = evaluation.giveWay?.();
			if (turnTaken instanceof Promise) {
				return turnTaken.then(rest);
			}
		}
	};
	return rest();
}

const benchmark = define("benchmark", 2, 2, () => ({
	type: integerResult(1),
	nullable: true,
	volatile: true,
	compile:
		([count, expression]) =>
		(row, evaluation) => {
			const times = count!(row, evaluation);
			if (times === null || Number(times) < 0) {
				return null;
			}
			return once(evaluation, expression!, () => repeatEvaluation(expression!, Number(times), row, evaluation));
		},
}));

/** Returns 0, or 1 if interrupted. */
function sleep(): Resolution {
	return {
		type: integerResult(21),
		nullable: false,
		nullPropagates: false,
		operands: [doubleType],
		volatile: true,
		evaluator: () => {
			const site = {};
			return (evaluation, seconds) => {
				if (seconds === null || (seconds as number) < 0) {
					throw sqlError("wrongArguments", "sleep");
				}
				const { waits } = evaluation.session;
				return waits === undefined || seconds === 0
					? 0
					: once(evaluation, site, () => {
							// The row before was interrupted: this one does not begin.
							evaluation.throwIfKilled?.();
							return waits.sleep(seconds as number).then((isOver) => Number(!isOver));
						});
			};
		},
	};
}

export const information: readonly FunctionDefinition[] = [
	...named(
		["database", "schema"],
		0,
		0,
		textFact(34, true, ({ session }) => session.database),
	),
	...named(
		["user", "session_user", "system_user"],
		0,
		0,
		textFact(93, false, ({ session }) => session.user),
	),
	define(
		"current_user",
		0,
		0,
		textFact(93, false, ({ session }) => session.currentUser),
	),
	define(
		"version",
		0,
		0,
		textFact(60, false, ({ session }) => session.version),
	),
	define(
		"verso_rules",
		0,
		0,
		textFact(1024, true, ({ session }) => session.inForce ?? null),
	),
	define(
		"connection_id",
		0,
		0,
		numberFact(10, true, ({ session }) => session.connectionId),
	),
	define("last_insert_id", 0, 1, lastInsertId),
	define(
		"row_count",
		0,
		0,
		numberFact(21, false, ({ session }) => session.rowCount),
	),
	define(
		"found_rows",
		0,
		0,
		numberFact(21, false, ({ session }) => session.foundRows),
	),
	// NULL: there is no replication.
	define("master_pos_wait", 2, 4, () => ({
		type: integerResult(21),
		nullable: true,
		nullPropagates: false,
		evaluate: () => null,
	})),
	define(
		"charset",
		1,
		1,
		typeFact((operand) => encodingName(operand, "charset")),
	),
	define(
		"collation",
		1,
		1,
		typeFact((operand) => encodingName(operand, "collation")),
	),
	define(
		"coercibility",
		1,
		1,
		typeFact((operand) => operand.coercibility),
	),
	benchmark,
	define("sleep", 1, 1, sleep),
];
