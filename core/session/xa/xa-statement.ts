/**
 * XA START, END, PREPARE, COMMIT, ROLLBACK, RECOVER: state transitions of a branch; errors 1397 to 1402, 1440.
 *
 * A branch whose transaction a deadlock or a timeout has rolled back is ROLLBACK ONLY from the next statement on.
 */
import { sqlError } from "../../errors/catalogue.ts";
import { answeredRows, done, type StatementResult } from "../../exec/statement-result.ts";
import { fixedColumn, fixedTextColumn } from "../../plan/tree/result-column.ts";
import { bigintType } from "../../functions/definition/result.ts";
import type { XaStatement, Xid } from "../../sql/tree/xa.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import { firstInvalidByte } from "../../types/text/utf8.ts";
import { sqlType } from "../../types/value/type.ts";
import type { ByteString } from "../../types/value/value.ts";
import type { SessionContext } from "../api/session-context.ts";
import { type Branch, isSame } from "./branch.ts";

type Step = (xid: Xid, conversation: SessionContext, option: XaStatement["option"]) => MaybePromise<void>;

const steps: { readonly [A in Exclude<XaStatement["action"], "recover">]: Step } = {
	start,
	end,
	prepare,
	commit,
	rollback,
};

export async function xa({ action, xid, option }: XaStatement, conversation: SessionContext): Promise<StatementResult> {
	if (action === "recover" || xid === undefined) {
		return recover(option === "convert xid", conversation);
	}
	await steps[action](xid, conversation, option);
	return done();
}

function start(xid: Xid, conversation: SessionContext, option: XaStatement["option"]): void {
	const { transaction, server, tables } = conversation;
	const { branch } = transaction;
	if (option === "resume" && branch?.state === "IDLE") {
		assertSame(branch, xid);
		transaction.branch = { ...branch, state: "ACTIVE" };
		return;
	}
	if (option !== undefined) {
		throw sqlError("xaInvalid");
	}
	if (branch !== undefined) {
		throw sqlError("xaWrongState", branch.state);
	}
	if (transaction.isOpen || tables.isLocking) {
		throw sqlError("xaOutside");
	}
	server.branches.begin(xid);
	transaction.begin(conversation.transaction.takeNext(conversation.settings().transaction));
	transaction.branch = { xid, state: "ACTIVE" };
}

function end(xid: Xid, { transaction }: SessionContext, option: XaStatement["option"]): void {
	if (option !== undefined) {
		throw sqlError("xaInvalid");
	}
	const branch = own(transaction.branch, "ACTIVE");
	assertSame(branch, xid);
	if (branch.lost !== undefined) {
		transaction.branch = { ...branch, state: "ROLLBACK ONLY" };
		throw sqlError(branch.lost);
	}
	transaction.branch = { ...branch, state: "IDLE" };
}

async function prepare(named: Xid, { transaction, server }: SessionContext): Promise<void> {
	const branch = own(transaction.branch, "IDLE");
	assertSame(branch, named);
	const { xid } = branch;
	try {
		await transaction.prepare((batch, holding) => server.branches.prepare(xid, batch, holding));
		transaction.branch = { ...branch, state: "PREPARED" };
	} catch (failure) {
		transaction.branch = undefined;
		server.branches.letGo(xid);
		throw failure;
	}
}

async function commit(xid: Xid, conversation: SessionContext, option: XaStatement["option"]): Promise<void> {
	const { transaction, server } = conversation;
	const { branch } = transaction;
	const isOnePhase = option === "one phase";
	if (branch === undefined || !isSame(branch.xid, xid)) {
		return endOther(xid, conversation, isOnePhase, "commit");
	}
	if (branch.lost !== undefined) {
		transaction.branch = undefined;
		server.branches.letGo(xid);
		throw sqlError(branch.lost);
	}
	if (branch.state !== (isOnePhase ? "IDLE" : "PREPARED")) {
		throw sqlError("xaWrongState", branch.state);
	}
	transaction.branch = undefined;
	if (isOnePhase) {
		server.branches.letGo(xid);
		await transaction.commit();
	} else {
		await server.branches.end(xid, true, "commit");
	}
}

async function rollback(xid: Xid, conversation: SessionContext): Promise<void> {
	const { transaction, server } = conversation;
	const { branch } = transaction;
	if (branch === undefined || !isSame(branch.xid, xid)) {
		return endOther(xid, conversation, false, "rollback");
	}
	if (branch.state === "ACTIVE") {
		throw sqlError("xaWrongState", branch.state);
	}
	transaction.branch = undefined;
	if (branch.state === "PREPARED") {
		await server.branches.end(xid, true, "rollback");
	} else {
		server.branches.letGo(xid);
		transaction.rollback();
	}
}

/** Ends a prepared branch that belongs to no open session. */
async function endOther(
	xid: Xid,
	{ transaction, server }: SessionContext,
	isOnePhase: boolean,
	wish: "commit" | "rollback",
): Promise<void> {
	if (transaction.branch !== undefined) {
		throw sqlError("xaWrongState", transaction.branch.state);
	}
	if (transaction.isOpen) {
		throw sqlError("xaOutside");
	}
	if (isOnePhase) {
		throw sqlError((await server.branches.list()).some((each) => isSame(each, xid)) ? "xaInvalid" : "xaUnknown");
	}
	await server.branches.end(xid, false, wish);
}

function own(branch: Branch | undefined, state: Branch["state"]): Branch {
	if (branch?.state !== state) {
		throw sqlError("xaWrongState", branch?.state ?? "NON-EXISTING");
	}
	return branch;
}

function assertSame(branch: Branch, xid: Xid): void {
	if (!isSame(branch.xid, xid)) {
		throw sqlError("xaUnknown");
	}
}

async function recover(isConverted: boolean, { server }: SessionContext): Promise<StatementResult> {
	const branches = await server.branches.list();
	const rows = branches.map(({ global, branch, format }) => [
		format,
		global.length,
		branch.length,
		isConverted ? hex(global + branch) : global + branch,
	]);
	const isText = isConverted || branches.every(({ global, branch }) => firstInvalidByte(global + branch) < 0);
	const columns = [
		...["formatID", "gtrid_length", "bqual_length"].map((name) => fixedColumn(name, bigintType)),
		// As bytes XA COMMIT takes them again.
		isText
			? fixedTextColumn("data", isConverted ? 258 : 128)
			: fixedColumn("data", sqlType("varbinary", { length: 128 })),
	];
	return answeredRows(columns, rows);
}

function hex(bytes: ByteString): ByteString {
	return `0x${Buffer.from(bytes, "latin1").toString("hex").toUpperCase()}`;
}
