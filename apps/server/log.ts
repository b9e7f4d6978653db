/**
 * Where the server reports what is nobody's business but its owner's.
 *
 * In: facts and a sentence. Out: nothing. A pino logger is one; tests have their own.
 */
export interface ServerLog {
	info(facts: object, sentence: string): void;
	error(facts: object, sentence: string): void;
}
