/**
 * XPath evaluator: the nodes of a document that a path selects, in document order, or the value of an expression.
 *
 * Texts are compared in the collation.
 */
import { work } from "../../async/work-meter.ts";
import { characterOffset, countCharacters } from "../../types/text/characters.ts";
import type { Collation } from "../../types/collation/collation.ts";
import { parseDouble, printDouble } from "../../types/numeric/float.ts";
import type { ByteString } from "../../types/value/value.ts";
import type { XmlDocument, XmlNode } from "./document.ts";
import { callPathFunction, type PathAnswer, type PathPlace, type PathReading } from "./path-functions.ts";
import type { Axis, PathExpression, PathOperator, PathStep } from "./path-tree.ts";
import { ownPart } from "../../types/text/own-part.ts";

export class PathEvaluation implements PathReading {
	readonly #document: XmlDocument;
	readonly #collation: Collation;
	readonly #charset: string;
	readonly #variable: (name: string) => number | ByteString;
	readonly #children = new Map<number, XmlNode[]>();
	/**
	 * The nodes of paths by the node where they begin: a predicate is asked at every node, and its own predicates at
	 * every node of those, so that nested ones would take exponential time.
	 */
	readonly #known = new Map<PathExpression, Map<XmlNode, readonly XmlNode[]>>();

	/** Different texts of node sets by their groups in the collation: a predicate compares the same sets at every node. */
	readonly #texts = new Map<readonly XmlNode[], ReadonlyMap<ByteString, ByteString>>();

	/** `variable`: returns a user variable by name. */
	constructor(document: XmlDocument, collation: Collation, variable: (name: string) => number | ByteString) {
		this.#variable = variable;
		this.#document = document;
		this.#collation = collation;
		this.#charset = collation.charset;
		work.units += 16 * document.length;
		for (const node of document) {
			if (node.kind !== "root") {
				const siblings = this.#children.get(node.parent);
				siblings === undefined ? this.#children.set(node.parent, [node]) : siblings.push(node);
			}
		}
	}

	of(expression: PathExpression): PathAnswer {
		return this.#evaluate(expression, { node: this.#document[0]!, position: 1, size: 1 });
	}

	text(answer: PathAnswer): ByteString {
		if (typeof answer === "string") {
			return answer;
		}
		if (typeof answer === "object") {
			const texts = new Set<XmlNode>();
			for (const node of answer) {
				for (const own of this.#ownNodes(node)) {
					texts.add(own);
				}
			}
			return inOrder([...texts])
				.map(({ text }) => text)
				.join(" ");
		}
		return typeof answer === "boolean" ? (answer ? "1" : "0") : printDouble(answer);
	}

	number(answer: PathAnswer): number {
		return typeof answer === "number" || typeof answer === "boolean" ? Number(answer) : parseDouble(this.text(answer));
	}

	truth(answer: PathAnswer): boolean {
		return typeof answer === "object" ? answer.length > 0 : this.number(answer) !== 0;
	}

	has(text: ByteString, part: ByteString): boolean {
		return this.#collation.weights(text).includes(this.#collation.weights(part));
	}

	cut(text: ByteString, start: number, count: number): ByteString {
		const first = Math.max(1, Math.round(start));
		const end = Math.round(start) + Math.round(count);
		if (Number.isNaN(first) || end <= first) {
			return "";
		}
		const from = characterOffset(text, this.#charset, first - 1);
		return ownPart(
			text,
			from,
			end === Number.POSITIVE_INFINITY ? undefined : characterOffset(text, this.#charset, end - 1),
		);
	}

	characters(text: ByteString): number {
		return countCharacters(text, this.#charset);
	}

	own(node: XmlNode): readonly ByteString[] {
		return this.#ownNodes(node).map(({ text }) => text);
	}

	#ownNodes(node: XmlNode): readonly XmlNode[] {
		return node.kind === "text" ? [node] : this.#childrenOf(node).filter(({ kind }) => kind === "text");
	}

	#childrenOf({ number }: XmlNode): readonly XmlNode[] {
		return this.#children.get(number) ?? [];
	}

	#evaluate(expression: PathExpression, place: PathPlace): PathAnswer {
		switch (expression.kind) {
			case "number":
			case "text":
				return expression.value;
			case "variable":
				return this.#variable(expression.name);
			case "negation":
				return -this.number(this.#evaluate(expression.of, place));
			case "call":
				// In a predicate `.` is one node, except for COUNT, which counts the nodes being filtered.
				if (expression.name === "count" && isSelf(expression.operands[0]!)) {
					return place.size;
				}
				return callPathFunction(
					expression.name,
					this,
					place,
					expression.operands.map((each) => this.#evaluate(each, place)),
				);
			case "filter":
				return this.#kept(this.#nodes(expression.of, place), expression.predicates);
			case "path": {
				const { from, steps } = expression;
				if (from !== "root" && from !== "here") {
					return this.#walk(this.#nodes(from, place), steps);
				}
				const start = from === "root" ? this.#document[0]! : place.node;
				const byStart = this.#known.get(expression) ?? new Map<XmlNode, readonly XmlNode[]>();
				this.#known.set(expression, byStart);
				let found = byStart.get(start);
				if (found === undefined) {
					found = this.#walk([start], steps);
					byStart.set(start, found);
				}
				return found;
			}
			case "binary":
				return this.#binary(expression.operator, expression.left, expression.right, place);
		}
	}

	#walk(from: readonly XmlNode[], steps: readonly PathStep[]): readonly XmlNode[] {
		return steps.reduce<readonly XmlNode[]>((nodes, step) => this.#step(nodes, step), from);
	}

	#nodes(expression: PathExpression, place: PathPlace): readonly XmlNode[] {
		const answer = this.#evaluate(expression, place);
		return typeof answer === "object" ? answer : [];
	}

	#binary(operator: PathOperator, left: PathExpression, right: PathExpression, place: PathPlace): PathAnswer {
		const a = this.#evaluate(left, place);
		switch (operator) {
			case "or":
				return this.truth(a) || this.truth(this.#evaluate(right, place));
			case "and":
				return this.truth(a) && this.truth(this.#evaluate(right, place));
			case "|":
				return inOrder(this.#nodes(left, place).concat(this.#nodes(right, place)));
			case "+":
			case "-":
			case "*":
			case "div":
			case "mod":
				return computed(operator, this.number(a), this.number(this.#evaluate(right, place)));
			default:
				return this.#compare(operator, a, this.#evaluate(right, place));
		}
	}

	/** A node set compares true if any of its nodes does. */
	#compare(operator: PathOperator, a: PathAnswer, b: PathAnswer): boolean {
		if (typeof a === "object" && typeof b === "object") {
			return this.#compareNodes(operator, a, b);
		}
		if (typeof a === "object") {
			return a.some((node) => this.own(node).some((text) => this.#compare(operator, text, b)));
		}
		if (typeof b === "object") {
			return b.some((node) => this.own(node).some((text) => this.#compare(operator, a, text)));
		}
		const order =
			typeof a === "string" && typeof b === "string" ? this.#collation.compare(a, b) : this.number(a) - this.number(b);
		return operator === "="
			? order === 0
			: operator === "!="
				? order !== 0
				: operator === "<"
					? order < 0
					: operator === "<="
						? order <= 0
						: operator === ">"
							? order > 0
							: order >= 0;
	}

	/** Of many texts only the different ones are compared, and of an order only the least and the greatest. */
	#compareNodes(operator: PathOperator, a: readonly XmlNode[], b: readonly XmlNode[]): boolean {
		const [left, right] = [this.#textsOf(a), this.#textsOf(b)];
		if (left.size === 0 || right.size === 0) {
			return false;
		}
		if (operator === "=") {
			return [...left.keys()].some((weights) => right.has(weights));
		}
		if (operator === "!=") {
			return left.size > 1 || right.size > 1 || !right.has([...left.keys()][0]!);
		}
		const isLess = operator.startsWith("<");
		return this.#compare(operator, this.#extreme(left.values(), isLess), this.#extreme(right.values(), !isLess));
	}

	#textsOf(nodes: readonly XmlNode[]): ReadonlyMap<ByteString, ByteString> {
		const known = this.#texts.get(nodes);
		if (known !== undefined) {
			return known;
		}
		const texts = new Map<ByteString, ByteString>();
		this.#texts.set(nodes, texts);
		for (const node of nodes) {
			for (const text of this.own(node)) {
				texts.set(this.#collation.groupKey(text), text);
			}
		}
		return texts;
	}

	#extreme(texts: Iterable<ByteString>, isLeast: boolean): ByteString {
		let found: ByteString | undefined;
		for (const text of texts) {
			if (found === undefined || this.#collation.compare(text, found) < 0 === isLeast) {
				found = text;
			}
		}
		return found ?? "";
	}

	#step(from: readonly XmlNode[], { axis, name, predicates }: PathStep): readonly XmlNode[] {
		const found: XmlNode[] = [];
		for (const node of from) {
			const reached = this.#along(axis, node).filter((each) => name === undefined || each.text === name);
			for (const each of this.#kept(reached, predicates)) {
				found.push(each);
			}
			work.units += reached.length;
		}
		return from.length > 1 || isBackward(axis) ? inOrder(found) : found;
	}

	#kept(nodes: readonly XmlNode[], predicates: readonly PathExpression[]): readonly XmlNode[] {
		return predicates.reduce<readonly XmlNode[]>(
			(left, predicate) =>
				left.filter((node, at) => {
					const position = at + 1;
					const answer = this.#evaluate(predicate, { node, position, size: left.length });
					return typeof answer === "number" || predicate.kind === "variable"
						? this.number(answer) === position
						: this.truth(answer);
				}),
			nodes,
		);
	}

	/** Returns the elements (or attributes) on an axis, nearest first. */
	#along(axis: Axis, node: XmlNode): readonly XmlNode[] {
		const document = this.#document;
		switch (axis) {
			case "self":
				return [node];
			case "child":
				return this.#childrenOf(node).filter(({ kind }) => kind === "element");
			case "attribute":
				return this.#childrenOf(node).filter(({ kind }) => kind === "attribute");
			case "parent":
				return node.kind === "root" || node.parent === 0 ? [] : [document[node.parent]!];
			case "descendant":
				return this.#below(node);
			case "descendant-or-self":
				return [node, ...this.#below(node)];
			case "ancestor":
				return this.#above(node);
			case "ancestor-or-self":
				return [node, ...this.#above(node)];
			default:
				// MySQL accepts the axes of siblings, following and preceding nodes, and finds nothing on them.
				return [];
		}
	}

	/** In document order, without recursion: documents may be nested deeply. */
	#below(node: XmlNode): XmlNode[] {
		const found: XmlNode[] = [];
		const open = this.#elementsOf(node).reverse();
		for (let next = open.pop(); next !== undefined; next = open.pop()) {
			found.push(next);
			for (const child of this.#elementsOf(next).reverse()) {
				open.push(child);
			}
		}
		return found;
	}

	#elementsOf(node: XmlNode): XmlNode[] {
		return this.#childrenOf(node).filter(({ kind }) => kind === "element");
	}

	#above(node: XmlNode): XmlNode[] {
		const above: XmlNode[] = [];
		for (let parent = node.parent; parent !== 0; parent = this.#document[parent]!.parent) {
			above.push(this.#document[parent]!);
		}
		return above;
	}
}

function isSelf(expression: PathExpression): boolean {
	return (
		expression.kind === "path" &&
		expression.from === "here" &&
		expression.steps.length === 1 &&
		expression.steps[0]!.axis === "self" &&
		expression.steps[0]!.predicates.length === 0
	);
}

function isBackward(axis: Axis): boolean {
	return axis === "ancestor" || axis === "ancestor-or-self";
}

function inOrder(nodes: readonly XmlNode[]): readonly XmlNode[] {
	return [...new Set(nodes)].sort((a, b) => a.number - b.number);
}

function computed(operator: "+" | "-" | "*" | "div" | "mod", a: number, b: number): number {
	switch (operator) {
		case "+":
			return a + b;
		case "-":
			return a - b;
		case "*":
			return a * b;
		case "div":
			return b === 0 ? 0 : Math.trunc(a / b);
		case "mod":
			return b === 0 ? 0 : Math.trunc(a) % Math.trunc(b);
	}
}
