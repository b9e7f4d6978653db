/**
 * Variables of transactions: autocommit, isolation level, read-only. Each of the latter two has two names.
 */
import type { Value } from "../../types/value/value.ts";
import { count, flag, type Variable, word } from "./variable.ts";

const isolationLevels = ["READ-UNCOMMITTED", "READ-COMMITTED", "REPEATABLE-READ", "SERIALIZABLE"];

function twin(variable: Variable, other: string): Variable {
	return Object.freeze({ ...variable, also: (value: Value) => [[other, value] as const] });
}

function isolation(name: string, other: string): Variable {
	return twin(word(name, "both", "REPEATABLE-READ", isolationLevels), other);
}

export const transactionVariables: readonly Variable[] = [
	flag("autocommit", "both", 1),
	isolation("tx_isolation", "transaction_isolation"),
	isolation("transaction_isolation", "tx_isolation"),
	twin(flag("tx_read_only", "both", 0), "transaction_read_only"),
	twin(flag("transaction_read_only", "both", 0), "tx_read_only"),
	// In seconds.
	count("innodb_lock_wait_timeout", "both", 50, 1, 1073741824),
];
