/**
 * Prints XA statements, with names in hexadecimal unless they are plain ASCII.
 */
import type { ByteString } from "../../types/value/value.ts";
import type { XaStatement, Xid } from "../tree/xa.ts";
import { words } from "./printer.ts";

export function printXa({ action, xid, option }: XaStatement): ByteString {
	return words("XA", action.toUpperCase(), xid !== undefined && printXid(xid), option?.toUpperCase());
}

function printXid({ global, branch, format }: Xid): ByteString {
	return `${printPart(global)},${printPart(branch)},${format}`;
}

function printPart(bytes: ByteString): ByteString {
	return /^[ !#-&(-[\]-~]*$/.test(bytes) ? `'${bytes}'` : `x'${Buffer.from(bytes, "latin1").toString("hex")}'`;
}
