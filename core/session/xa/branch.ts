/**
 * XA branch of a session: name and state; refuses statements that the state does not allow (1399, 1613, 1614).
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
	/** The error of its end, where a failure has rolled back its transaction. */
	readonly lost?: "xaDeadlock" | "xaTimeout";
}

/** Equal for equal xids: the format does not distinguish them. */
export function xidKey({ global, branch }: Xid): string {
	return encodeBytes(global) + encodeBytes(branch);
}

/** The key of a branch's record. */
export function recordKey(xid: Xid): string {
	return xidKey(xid) + encodeInteger(xid.format);
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

export function refuseInBranch(statement: Statement, branch: Branch, within: { branch: Branch | undefined }): void {
	const { kind } = statement;
	const { state, lost } = branch;
	const endsIt =
		ending.has(kind) || isDefinitionKind(kind) || (kind === "rollback" && statement.savepoint === undefined);
	const usesTables = changing.has(kind) || kind === "union" || (kind === "select" && statement.from !== undefined);
	if (usesTables && lost !== undefined) {
		within.branch = { ...branch, state: "ROLLBACK ONLY" };
		throw sqlError(lost);
	}
	if (endsIt || (usesTables && state !== "ACTIVE")) {
		throw sqlError("xaWrongState", state);
	}
}
