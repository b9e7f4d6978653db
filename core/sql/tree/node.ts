/**
 * Generic tree walk: whether any node of a syntax tree meets a test.
 */
export interface Node {
	readonly kind?: string;
	readonly name?: string;
	readonly arguments?: readonly unknown[];
}

export function someNode(node: unknown, test: (node: Node) => boolean): boolean {
	if (typeof node !== "object" || node === null) {
		return false;
	}
	return (!Array.isArray(node) && test(node as Node)) || Object.values(node).some((part) => someNode(part, test));
}
