/**
 * The server under another rule book: shared state, but a schema, settings and switches of its own.
 *
 * For statements that are tried and rolled back: what they would do at another release.
 */
import { schemaQuestions } from "../../exec/ddl/schema-questions.ts";
import type { RuleBook } from "../../rules/book.ts";
import { Variables } from "../../rules/variables.ts";
import { SchemaCache } from "../plan-cache/schema-cache.ts";
import type { Server } from "../server/server.ts";
import { SwitchBoard } from "../server/server-switches.ts";

export function serverUnder(server: Server, book: RuleBook, release: string): Server {
	const values = server.book.switches().map(({ setting }) => [setting, server.switches.read(setting)] as const);
	const switches = new SwitchBoard(book.switches(), new Map(values), () => undefined);
	const own: Partial<Server> = {
		book,
		release,
		switches,
		schemas: new SchemaCache(() => schemaQuestions(book, switches)),
		settings: server.settings.under(book.ask(Variables)),
	};
	return Object.assign(Object.create(server) as Server, own);
}
