/**
 * The composition root: one container holds the replaceable parts, and the kernel is made from what it holds.
 *
 * In: a rule book, a store, a log. Out: an open kernel. A test or an app that wants another parser or clock registers
 * it under the part's token before the kernel is opened.
 */
import "reflect-metadata";
import { type DependencyContainer, type InjectionToken, container as rootContainer } from "tsyringe";
import type { Kernel, SwitchValue } from "../../core/index.ts";
import {
	type Clock,
	type PeerProcesses,
	type ReleaseBooks,
	type Log,
	type Parser,
	type RuleBook,
	type FastStore,
	createParser,
	installTextGuard,
	openKernel,
	systemClock,
} from "../../core/index.ts";

/** The parts one can replace. */
export const parts = {
	store: Symbol("store") as InjectionToken<FastStore>,
	book: Symbol("rule book") as InjectionToken<RuleBook>,
	parser: Symbol("parser") as InjectionToken<Parser>,
	clock: Symbol("clock") as InjectionToken<Clock>,
	log: Symbol("log") as InjectionToken<Log>,
};

interface KernelWish {
	/** The release as asked for: what the server calls itself. */
	readonly release: string;
	/** The rules in force in words: verso_rules(). */
	readonly inForce?: string;
	/** For EXPLAIN RULES of other releases. */
	readonly others?: ReleaseBooks;
	/** The text of version() and of the handshake; default: the release's. */
	readonly serverVersion?: string;
	/** Values of switches from the configuration file, by setting name. */
	readonly switches?: ReadonlyMap<string, SwitchValue>;
	/** System variables that the app knows best: `port`, `datadir`, `hostname`, `local_infile`. */
	readonly variables?: Readonly<Record<string, string | number>>;
	/** Where several processes are one server. */
	readonly company?: PeerProcesses;
	/** Of this process, in bytes; default: by the heap and the machine. */
	readonly memoryLimitBytes?: number;
}

/** A container with the parts that are the same everywhere; store, book and log are still to be registered. */
export function createParts(parser: Parser = createParser()): DependencyContainer {
	const container = rootContainer.createChildContainer();
	container.register(parts.parser, { useValue: parser });
	container.register(parts.clock, { useValue: systemClock });
	return container;
}

export function openFromParts(container: DependencyContainer, wish: KernelWish): Promise<Kernel> {
	// For tests; see `text-guard.ts`.
	if (process.env["ASSERT_WELL_FORMED_TEXT"] === "1") {
		installTextGuard();
	}
	return openKernel({
		store: container.resolve(parts.store),
		book: container.resolve(parts.book),
		parser: container.resolve(parts.parser),
		clock: container.resolve(parts.clock),
		log: container.resolve(parts.log),
		...wish,
	});
}
