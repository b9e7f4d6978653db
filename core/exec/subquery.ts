/** Stub: signatures first, bodies follow. */
import { invariant } from "../invariant.ts";
import type { VisitRows } from "../plan/query-evaluation.ts";

/** For `Execution.visitRows`. */
export const visitRows: VisitRows = () => {
	invariant(false, "Not there yet.");
};
