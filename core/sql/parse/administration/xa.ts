/**
 * Parses XA statements; names longer than 64 bytes are a syntax error.
 */
import type { ByteString } from "../../../types/value/value.ts";
import { TokenKind } from "../../lex/tokens.ts";
import type { XaStatement, Xid } from "../../tree/xa.ts";
import type { Cursor } from "../cursor/cursor.ts";
import { literal } from "../expression/literal.ts";

const longestPart = 64;

export function xa(cursor: Cursor): XaStatement {
	cursor.expect("xa");
	const action = cursor.expectOneOf("start", "begin", "end", "prepare", "commit", "rollback", "recover");
	if (action === "recover") {
		return { kind: "xa", action, ...optionOf(cursor.acceptPhrase("convert", "xid") && "convert xid") };
	}
	const named = { kind: "xa", action: action === "begin" ? "start" : action, xid: xid(cursor) } as const;
	switch (named.action) {
		case "start":
			return { ...named, ...optionOf(cursor.acceptOneOf("join", "resume") ?? false) };
		case "end":
			return {
				...named,
				...optionOf(
					cursor.accept("suspend") && (cursor.acceptPhrase("for", "migrate") ? "suspend for migrate" : "suspend"),
				),
			};
		case "commit":
			return { ...named, ...optionOf(cursor.acceptPhrase("one", "phase") && "one phase") };
		default:
			return named;
	}
}

type Option = NonNullable<XaStatement["option"]>;

function optionOf(option: Option | false): { readonly option?: Option } {
	return option === false ? {} : { option };
}

function xid(cursor: Cursor): Xid {
	const global = part(cursor);
	if (!cursor.accept(",")) {
		return { global, branch: "", format: 1 };
	}
	const branch = part(cursor);
	return { global, branch, format: cursor.accept(",") ? format(cursor) : 1 };
}

/** Drivers of Java write it as `0xb`. */
function format(cursor: Cursor): number {
	if (cursor.kind !== TokenKind.hex) {
		return cursor.integer();
	}
	const first = cursor.at;
	literal(cursor);
	const text = cursor.textSince(first);
	return text.startsWith("0x") ? Number(text) : cursor.fail(first);
}

function part(cursor: Cursor): ByteString {
	const found =
		cursor.kind === TokenKind.string || cursor.kind === TokenKind.hex || cursor.kind === TokenKind.bit
			? literal(cursor)
			: undefined;
	if (found === undefined || !("bytes" in found) || found.bytes.length > longestPart) {
		return cursor.fail();
	}
	return found.bytes;
}
