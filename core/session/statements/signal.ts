/**
 * SIGNAL and RESIGNAL: user-defined conditions; a warning for class 01, an error for all others.
 *
 * Outside of handlers RESIGNAL has nothing to pass on: 1645.
 *
 * | class | is          | without items                                             |
 * |-------|-------------|-----------------------------------------------------------|
 * | 01    | a warning   | 1642 Unhandled user-defined warning condition             |
 * | 02    | an error    | 1643 Unhandled user-defined not found condition           |
 * | other | an error    | 1644 Unhandled user-defined exception condition           |
 */
import { catalogue, SqlError, sqlError } from "../../errors/catalogue.ts";
import { invariant } from "../../errors/invariant.ts";
import { after } from "../../async/maybe-promise.ts";
import type { Execution } from "../../exec/execution.ts";
import { sequentially } from "../../async/sequential.ts";
import { done, type StatementResult } from "../../exec/statement-result.ts";
import type { Planning } from "../../plan/tree/planning.ts";
import type { ConditionItem, Signal, SignalItem } from "../../sql/tree/diagnostics.ts";
import type { MaybePromise } from "../../async/maybe-promise.ts";
import type { HandledCondition } from "../../types/evaluation/evaluation.ts";
import { decodeText, encodeText, type ByteString } from "../../types/value/value.ts";
import type { TypedValue } from "../../types/evaluation/evaluation.ts";
import { printText } from "../../types/print/print.ts";
import { convertText } from "../../types/text/charset.ts";
import { isCharacterType } from "../../types/value/type.ts";
import { evaluate } from "../data-statements/evaluate.ts";

/** Condition information items of SIGNAL, besides number and message. */
type ConditionItems = Readonly<Partial<Record<ConditionItem, ByteString>>>;

/** An error raised by SIGNAL. */
export class SignalledError extends SqlError {
	readonly items: ConditionItems;

	constructor(code: number, state: string, message: ByteString, items: ConditionItems) {
		super(code, state, message);
		this.items = items;
	}

	override withMessage(bytes: ByteString): SignalledError {
		return new SignalledError(this.code, this.state, bytes, this.items);
	}
}

const longestMessage = 128;
const longestItem = 64;
const greatestNumber = 65535;

export function signal(
	{ kind, state, items }: Signal,
	execution: Execution,
	planning: Planning,
): MaybePromise<StatementResult> {
	const { handled } = execution.session;
	const passed = kind === "resignal" ? (handled ?? refuseResignal()) : undefined;
	const raised = state ?? passed?.state;
	invariant(raised !== undefined, "SIGNAL names a state.");
	const given: Partial<Record<ConditionItem, ByteString>> = {
		...(passed === undefined ? {} : passedItems(passed)),
		returned_sqlstate: raised,
	};
	const read = sequentially(items, ({ name, value }) =>
		after(evaluate(value, planning, execution), (known) => {
			given[name] = itemText(name, known.value === null ? null : utf8Text(known), execution);
		}),
	);
	return after(read, () => raise(raised, given, execution));
}

function refuseResignal(): never {
	throw sqlError("resignalWithoutHandler");
}

/** RESIGNAL changes what it names of the condition that is handled. */
function passedItems(passed: HandledCondition): Partial<Record<ConditionItem, ByteString>> {
	const items = passed instanceof SignalledError ? passed.items : {};
	return { ...items, message_text: passed.bytes, mysql_errno: String(passed.code) };
}

function utf8Text({ type, value }: TypedValue): ByteString {
	const text = printText(value, type) ?? "";
	return isCharacterType(type) ? convertText(text, type.charset, "utf8mb4") : text;
}

function itemText(name: SignalItem, text: ByteString | null, execution: Execution): ByteString {
	if (text === null) {
		throw sqlError("wrongValueForVariable", name.toUpperCase(), "NULL");
	}
	if (name === "mysql_errno") {
		if (!/^\d+$/.test(text) || Number(text) < 1 || Number(text) > greatestNumber) {
			throw sqlError("wrongValueForVariable", "MYSQL_ERRNO", text);
		}
		return text;
	}
	const characters = [...decodeText(text)];
	const longest = name === "message_text" ? longestMessage : longestItem;
	if (characters.length <= longest) {
		return text;
	}
	if (execution.mode.strict) {
		throw sqlError("conditionItemTooLong", name.toUpperCase());
	}
	execution.warn("Warning", "conditionItemTooLong", name.toUpperCase());
	return encodeText(characters.slice(0, longest).join(""));
}

function raise(state: string, items: ConditionItems, execution: Execution): StatementResult {
	const [usual, , sentence] =
		catalogue[state.startsWith("01") ? "signalWarning" : state.startsWith("02") ? "signalNotFound" : "signalException"];
	const code = Number(items.mysql_errno ?? usual);
	const message = items.message_text ?? encodeText(sentence);
	if (!state.startsWith("01")) {
		throw new SignalledError(code, state, message, items);
	}
	execution.record({ level: "Warning", code, message, items });
	return done();
}
