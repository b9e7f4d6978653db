/**
 * Any node of a tree, looked at without knowing its family.
 *
 * In: a tree, or a list of them. Out: whether a node in it is such a one. It refuses to know which kinds there are.
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
