/**
 * XML parser of EXTRACTVALUE and UPDATEXML: nodes in document order, or a message that locates the first error.
 *
 * Entities and whitespace are not decoded.
 */
import type { ByteString } from "../../types/value/value.ts";
import { ownPart } from "../../types/text/own-part.ts";

export interface XmlNode {
	readonly kind: "root" | "element" | "attribute" | "text";
	/** The name of an element or attribute; the text of a text node. */
	readonly text: ByteString;
	/** Start offset: of an element, its `<`. */
	readonly start: number;
	/** End offset: of an element, after the `>` of its end tag. */
	end: number;
	/** Its number among the nodes, and its parent's: the root is 0 and its own parent. */
	readonly number: number;
	readonly parent: number;
	readonly level: number;
}

export type XmlDocument = readonly XmlNode[];

type MarkKind = "name" | "string" | "comment" | "data" | "end" | "unknown" | "/" | ">" | "<" | "=" | "?" | "!";

interface Mark {
	readonly kind: MarkKind;
	readonly text: ByteString;
}

/** Names in error messages. */
const shownNames: Readonly<Partial<Record<MarkKind, string>>> = {
	name: "IDENT",
	string: "STRING",
	comment: "COMMENT",
	data: "CDATA",
	end: "END-OF-INPUT",
	unknown: "unknown token",
};

const deepest = 256;

class Failure extends Error {}

/** Returns the nodes, or the message of warning 1525. */
export function parseXml(text: ByteString): XmlDocument | { readonly fault: string } {
	const reader = new Reader(text);
	try {
		return reader.read();
	} catch (failure) {
		if (!(failure instanceof Failure)) {
			throw failure;
		}
		const before = text.slice(0, reader.at).split("\n");
		return {
			fault: `parse error at line ${before.length} pos ${before[before.length - 1]!.length + 1}: ${failure.message}`,
		};
	}
}

const blank = /[ \t\r\n]*/y;
const name = /[A-Za-z_:\x80-\xff][-A-Za-z0-9_:.\x80-\xff]*/y;

class Reader {
	at = 0;
	readonly #text: ByteString;
	readonly #nodes: XmlNode[] = [];
	/** Open elements, the root first. */
	readonly #open: XmlNode[] = [];

	constructor(text: ByteString) {
		this.#text = text;
	}

	read(): XmlDocument {
		this.#enter("root", "", 0);
		while (this.at < this.#text.length) {
			if (this.#text[this.at] === "<") {
				this.#markup();
			} else {
				const next = this.#text.indexOf("<", this.at);
				const end = next < 0 ? this.#text.length : next;
				this.#value(ownPart(this.#text, this.at, end), this.at);
				this.at = end;
			}
		}
		if (this.#open.length > 1) {
			throw new Failure("unexpected END-OF-INPUT");
		}
		this.#nodes[0]!.end = this.#text.length;
		return this.#nodes;
	}

	#markup(): void {
		const start = this.at;
		const opening = this.#mark();
		if (opening.kind === "comment") {
			return;
		}
		if (opening.kind === "data") {
			this.#value(opening.text, start);
			return;
		}
		let mark = this.#mark();
		if (mark.kind === "/") {
			this.#endTag();
			return;
		}
		const special = mark.kind === "!" || mark.kind === "?" ? mark.kind : undefined;
		if (special !== undefined) {
			mark = this.#mark();
		}
		if (mark.kind !== "name") {
			throw new Failure(`${shown(mark)} unexpected (ident or '/' wanted)`);
		}
		this.#enter("element", mark.text, start);
		this.#closeTag(this.#attributes(special), special);
	}

	#endTag(): void {
		const tag = this.#mark();
		if (tag.kind !== "name") {
			throw new Failure(`${shown(tag)} unexpected (ident wanted)`);
		}
		const element = this.#leave(tag.text);
		this.#expect(">", this.#mark());
		element.end = this.at;
	}

	/** Parses the attributes of a tag; returns the token after them. */
	#attributes(special: "!" | "?" | undefined): Mark {
		for (;;) {
			const mark = this.#mark();
			if (mark.kind === "string" && special === "!") {
				continue;
			}
			if (mark.kind !== "name") {
				return mark;
			}
			const start = this.at - mark.text.length;
			const behind = this.at;
			const next = this.#mark();
			if (next.kind === "=") {
				const value = this.#mark();
				if (value.kind !== "name" && value.kind !== "string") {
					throw new Failure(`${shown(value)} unexpected (ident or string wanted)`);
				}
				const attribute = this.#enter("attribute", mark.text, start);
				this.#value(value.text, this.at - value.text.length);
				this.#open.pop();
				attribute.end = this.at;
			} else {
				this.#enter("attribute", mark.text, start).end = behind;
				this.#open.pop();
				this.at = behind;
				if (next.kind !== "name" && next.kind !== "string") {
					return this.#mark();
				}
			}
		}
	}

	/** Parses `>`, `/>`, `?>`, and the end of `<!...>`. */
	#closeTag(first: Mark, special: "!" | "?" | undefined): void {
		let mark = first;
		let element: XmlNode | undefined;
		if (mark.kind === "/") {
			element = this.#leave(undefined);
			mark = this.#mark();
		}
		if (special === "?") {
			this.#expect("?", mark);
			element = this.#leave(undefined);
			mark = this.#mark();
		}
		if (special === "!") {
			element = this.#leave(undefined);
		}
		this.#expect(">", mark);
		if (element !== undefined) {
			element.end = this.at;
		}
	}

	#expect(kind: MarkKind, mark: Mark): void {
		if (mark.kind !== kind) {
			throw new Failure(`${shown(mark)} unexpected ('${kind}' wanted)`);
		}
	}

	#enter(kind: XmlNode["kind"], text: ByteString, start: number): XmlNode {
		const node = this.#add(kind, text, start);
		if (this.#open.push(node) > deepest) {
			throw new Failure("too deep");
		}
		return node;
	}

	#value(text: ByteString, start: number): void {
		if (text !== "") {
			this.#add("text", text, start).end = start + text.length;
		}
	}

	#add(kind: XmlNode["kind"], text: ByteString, start: number): XmlNode {
		const parent = this.#open[this.#open.length - 1]?.number ?? 0;
		const node: XmlNode = {
			kind,
			text,
			start,
			end: start,
			number: this.#nodes.length,
			parent,
			level: this.#open.length,
		};
		this.#nodes.push(node);
		return node;
	}

	/** Closes the innermost element; `tag`: the name that it must have. */
	#leave(tag: ByteString | undefined): XmlNode {
		const element = this.#open[this.#open.length - 1]!;
		if (element.kind === "root" || (tag !== undefined && tag !== element.text)) {
			const wanted = element.kind === "root" ? "END-OF-INPUT" : `'</${element.text}>'`;
			throw new Failure(
				tag === undefined ? `'/' unexpected (${wanted} wanted)` : `'</${tag}>' unexpected (${wanted} wanted)`,
			);
		}
		this.#open.pop();
		return element;
	}

	#mark(): Mark {
		this.at += this.#matched(blank).length;
		const text = this.#text;
		const first = text[this.at];
		if (first === undefined) {
			return { kind: "end", text: "" };
		}
		if (text.startsWith("<!--", this.at)) {
			return this.#until("comment", 4, "-->");
		}
		if (text.startsWith("<![CDATA[", this.at)) {
			return this.#until("data", 9, "]]>");
		}
		if (first === '"' || first === "'") {
			const end = text.indexOf(first, this.at + 1);
			const value = ownPart(text, this.at + 1, end < 0 ? text.length : end);
			this.at = end < 0 ? text.length : end + 1;
			return { kind: "string", text: value };
		}
		const found = this.#matched(name);
		if (found !== "") {
			this.at += found.length;
			return { kind: "name", text: found };
		}
		this.at++;
		return { kind: "/><=?!".includes(first) ? (first as MarkKind) : "unknown", text: first };
	}

	#matched(pattern: RegExp): string {
		pattern.lastIndex = this.at;
		return pattern.exec(this.#text)?.[0] ?? "";
	}

	#until(kind: MarkKind, opening: number, closing: string): Mark {
		const end = this.#text.indexOf(closing, this.at + opening);
		if (end < 0) {
			this.at++;
			return { kind: "unknown", text: "<" };
		}
		const text = ownPart(this.#text, this.at + opening, end);
		this.at = end + closing.length;
		return { kind, text };
	}
}

function shown({ kind }: Mark): string {
	return shownNames[kind] ?? `'${kind}'`;
}
