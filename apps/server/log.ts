/**
 * Server log: reports for the server's operator, not for clients.
 *
 * In: facts and a sentence. Out: nothing. A pino logger is one; tests have their own.
 */
export interface ServerLog {
	info(facts: object, sentence: string): void;
	error(facts: object, sentence: string): void;
}
