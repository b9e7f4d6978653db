/**
 * XA branch of a session: name and state; refuses statements that the state does not allow (1399).
 */
import { sqlError } from "../../errors/catalogue.ts";
import type { Statement } from "../../sql/tree/statement.ts";
import type { Xid } from "../../sql/tree/xa.ts";
import { isDefinitionKind } from "../kinds/definition-kind.ts";
import { encodeBytes, encodeInteger } from "../../store/encoding/key-part.ts";

type BranchState = "ACTIVE" | "IDLE" | "PREPARED" | "ROLLBACK ONLY";

export interface Branch {
	readonly xid: Xid;
	readonly state: BranchState;
}

/** Equal for equal xids. */
export function xidKey({ global, branch, format }: Xid): string {
	return encodeBytes(global) + encodeBytes(branch) + encodeInteger(format);
}

export function isSame(a: Xid, b: Xid): boolean {
	return xidKey(a) === xidKey(b);
}

/** Statements that end a transaction or begin another. */
const ending: ReadonlySet<Statement["kind"]> = new Set([
	"begin",
	"commit",
	"lock-tables",
	"flush",
	"maintain-table",
	"create-user",
	"alter-user",
	"drop-user",
	"rename-user",
	"grant",
	"revoke",
]);

const changing: ReadonlySet<Statement["kind"]> = new Set(["insert", "update", "delete", "load-data"]);

export function refuseInBranch(statement: Statement, { state }: Branch): void {
	const { kind } = statement;
	const endsIt =
		ending.has(kind) || isDefinitionKind(kind) || (kind === "rollback" && statement.savepoint === undefined);
	const usesTables = changing.has(kind) || kind === "union" || (kind === "select" && statement.from !== undefined);
	if (endsIt || (usesTables && state !== "ACTIVE")) {
		throw sqlError("xaWrongState", state);
	}
}
