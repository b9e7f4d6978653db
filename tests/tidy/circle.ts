/**
 * Circles in a graph of imports: strongly connected components of several members, or of one that imports itself
 * (Tarjan's algorithm).
 */
export function circlesOf(nodes: Iterable<string>, edgesOf: (node: string) => Iterable<string>): string[][] {
	const numbers = new Map<string, number>();
	const lowest = new Map<string, number>();
	const stack: string[] = [];
	const onStack = new Set<string>();
	const circles: string[][] = [];
	const visit = (node: string): void => {
		const number = numbers.size;
		numbers.set(node, number);
		lowest.set(node, number);
		stack.push(node);
		onStack.add(node);
		for (const target of edgesOf(node)) {
			if (!numbers.has(target)) {
				visit(target);
				lowest.set(node, Math.min(lowest.get(node) as number, lowest.get(target) as number));
			} else if (onStack.has(target)) {
				lowest.set(node, Math.min(lowest.get(node) as number, numbers.get(target) as number));
			}
		}
		if (lowest.get(node) === number) {
			const circle = stack.splice(stack.indexOf(node));
			circle.forEach((member) => onStack.delete(member));
			if (circle.length > 1 || [...edgesOf(node)].includes(node)) {
				circles.push(circle.sort());
			}
		}
	};
	for (const node of nodes) {
		if (!numbers.has(node)) {
			visit(node);
		}
	}
	return circles;
}
