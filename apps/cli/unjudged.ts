/**
 * Runs that end before anything is judged: of `compare` and `rehearse`, whose exit code 1 says that answers differ.
 */
import { SqlError } from "../../core/index.ts";
import { UsageError } from "../compose/usage-error.ts";

/** Throws a UsageError of exit code 2 for whatever a user can mend. */
export async function couldRun<T>(step: () => Promise<T>): Promise<T> {
	try {
		return await step();
	} catch (failure) {
		if (failure instanceof SqlError) {
			throw new UsageError(`cannot open the database: ${failure.message}`, 2);
		}
		throw failure instanceof UsageError ? new UsageError(failure.message, 2) : failure;
	}
}
