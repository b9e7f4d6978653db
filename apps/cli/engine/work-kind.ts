/**
 * Kind of a server's work: mixed, where statements are still planned, or steady, where the same come again.
 *
 * In: the kernel's counts of requests and plans. Out: a call with the kind whenever it changes; the first is steady.
 *
 * Work is mixed from a plan on, until a window passes in which fewer than one request of a hundred made one. No timer
 * runs while work is steady or the server idle.
 */
import type { Kernel } from "../../../core/index.ts";

export type WorkKind = "mixed" | "steady";

const windowMs = 250;
/** Requests for one plan, from which on work is steady. */
const steadyRatio = 100;

export function followWork(
	{ arrivals, plans }: Pick<Kernel, "arrivals" | "plans">,
	tell: (kind: WorkKind) => void,
	afterWindow: (look: () => void) => void = (look) => void setTimeout(look, windowMs).unref(),
): void {
	const openWindow = (): void => {
		const [arrived, made] = [arrivals.arrived, plans.made];
		afterWindow(() => {
			const count = plans.made - made;
			if (count > 0 && count * steadyRatio > arrivals.arrived - arrived) {
				openWindow();
			} else {
				rest();
			}
		});
	};
	const rest = (): void => {
		tell("steady");
		plans.whenNext = () => {
			tell("mixed");
			openWindow();
		};
	};
	rest();
}
