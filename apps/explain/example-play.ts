/**
 * Plays a rule's example twice on stores in memory: without the rule and with it.
 */
import {
	DefaultCharset,
	encodeText,
	type FastStore,
	keepState,
	type Kernel,
	type KernelState,
	openMemoryStore,
	parseSwitchValue,
	type RuleBook,
	type Session,
	SqlError,
	type SwitchValue,
	SystemSchema,
} from "../../core/index.ts";
import { answerTo, connectRoot } from "../compare/played-session.ts";
import { createParts, openFromParts, parts } from "../compose/server.ts";
import { parseFields } from "../http/form.ts";
import { applySettings, RefusedSetting } from "../http/settings.ts";
import { type ExampleStep, stepsOf, stepText } from "./example-script.ts";

/** A release under a rule book. */
interface ExampleSide {
	readonly release: string;
	readonly book: RuleBook;
}

/** Where an example is played. */
export interface ExamplePlaces {
	/** The place of statements above `-- upgrade`: by default the release before. */
	past(release?: string): ExampleSide;
	readonly before: ExampleSide;
	readonly after: ExampleSide;
}

export interface PlayedStep {
	readonly step: string;
	/** Answers without and with the rule; absent of what answers nothing, and of what ran before in both. */
	readonly before?: string;
	readonly after?: string;
}

/** The example's steps, each with both answers. */
export async function playExample(example: string, places: ExamplePlaces): Promise<readonly PlayedStep[]> {
	const steps = stepsOf(example);
	const upgrade = steps.find(({ kind }) => kind === "upgrade");
	const past = upgrade?.kind === "upgrade" ? places.past(upgrade.from) : undefined;
	const before = await playSide(steps, past, places.before);
	const after = await playSide(steps, past, places.after);
	return steps.map((step, at) => {
		const [was, is] = differingLines(step, before[at], after[at]);
		return {
			step: stepText(step),
			...(was === undefined ? {} : { before: was }),
			...(is === undefined ? {} : { after: is }),
		};
	});
}

export function differs(steps: readonly PlayedStep[]): boolean {
	return steps.some(({ before, after }) => before !== after);
}

/** Of a record, which is long, what differs. */
function differingLines(
	{ kind }: ExampleStep,
	before: string | undefined,
	after: string | undefined,
): readonly [before: string | undefined, after: string | undefined] {
	if (kind !== "get" || before === undefined || after === undefined) {
		return [before, after];
	}
	const [was, is] = [before.split("\n"), after.split("\n")];
	const only = (lines: readonly string[], others: readonly string[]): string =>
		lines.filter((line) => !others.includes(line)).join("\n") || "(nothing more)";
	return before === after ? ["(the same record)", "(the same record)"] : [only(was, is), only(is, was)];
}

async function playSide(
	steps: readonly ExampleStep[],
	past: ExampleSide | undefined,
	present: ExampleSide,
): Promise<readonly (string | undefined)[]> {
	const place = new Place(past ?? present);
	const answers: (string | undefined)[] = [];
	for (const step of steps) {
		answers.push(await place.play(step, present));
	}
	await place.close();
	return answers;
}

const nowMicroseconds = Date.UTC(2019, 3, 1) * 1000;

/** Stores with the system databases, by what these depend on: making them is most of the time of a start. */
const madeStores = new Map<string, Promise<KernelState>>();

async function freshStore(side: ExampleSide): Promise<FastStore> {
	const { release, book } = side;
	const system = book.ask(SystemSchema);
	const key = JSON.stringify([
		release,
		system.databaseClause(),
		system.tableClause(),
		book.ask(DefaultCharset).server(),
	]);
	const made = madeStores.get(key) ?? started(openMemoryStore(), side, new Map()).then((kernel) => keepState(kernel));
	madeStores.set(key, made);
	return (await made).data.open();
}

async function started(
	store: FastStore,
	{ release, book }: ExampleSide,
	keys: ReadonlyMap<string, string>,
): Promise<Kernel> {
	const container = createParts();
	container.register(parts.store, { useValue: store });
	container.register(parts.book, { useValue: book });
	container.register(parts.log, { useValue: { warn() {}, error() {} } });
	container.register(parts.clock, { useValue: () => nowMicroseconds });
	return openFromParts(container, { release, switches: switchesOf(book, keys) });
}

/** A store, and the server on it that is started when it is needed. */
class Place {
	#store: FastStore | undefined;
	readonly #keys = new Map<string, string>();
	#side: ExampleSide;
	#kernel: Kernel | undefined;
	#session: Session | undefined;

	constructor(side: ExampleSide) {
		this.#side = side;
	}

	async play(step: ExampleStep, present: ExampleSide): Promise<string | undefined> {
		switch (step.kind) {
			case "upgrade":
				this.#side = present;
				this.#stop();
				return undefined;
			case "restart":
				this.#stop();
				return undefined;
			case "config":
				this.#keys.set(step.key, step.value);
				return undefined;
			case "new-session":
				this.#session?.close();
				this.#session = undefined;
				return step.collationId === undefined ? undefined : this.#connected(step.collationId);
			case "statement":
				return this.#statement(step.text);
			case "get":
				return recordText(await (await this.#started()).metadata.table(step.database, step.table));
			case "post":
				return postText(await this.#started(), step.fields);
		}
	}

	close(): Promise<void> {
		this.#session?.close();
		return this.#kernel?.close() ?? Promise.resolve();
	}

	/** The kernel is left as it is: closing it would close the store. */
	#stop(): void {
		this.#session?.close();
		this.#session = undefined;
		this.#kernel = undefined;
	}

	async #started(): Promise<Kernel> {
		this.#store ??= await freshStore(this.#side);
		this.#kernel ??= await started(this.#store, this.#side, this.#keys);
		return this.#kernel;
	}

	async #connected(collationId: number): Promise<string> {
		try {
			const kernel = await this.#started();
			kernel.handshakeCharset(collationId);
			this.#session = await connectRoot(kernel, { collationId });
			return "ok";
		} catch (failure) {
			if (failure instanceof SqlError) {
				return `ERROR ${failure.code} (${failure.state}): ${failure.message}`;
			}
			throw failure;
		}
	}

	async #statement(text: string): Promise<string> {
		this.#session ??= await connectRoot(await this.#started());
		return (await answerTo(this.#session, encodeText(text))).text;
	}
}

/** Keys that a rule of the book declares: others are unknown to the release. */
function switchesOf(book: RuleBook, keys: ReadonlyMap<string, string>): ReadonlyMap<string, SwitchValue> {
	const found = new Map<string, SwitchValue>();
	for (const declared of book.switches().filter(({ surface }) => surface === "config-key")) {
		const given = keys.get(declared.name);
		// A file says true and false where a form says 1 and 0.
		const value =
			given === undefined ? undefined : parseSwitchValue({ true: "1", false: "0" }[given] ?? given, declared);
		if (value !== undefined) {
			found.set(declared.setting, value);
		}
	}
	return found;
}

/** A member a line, by its path. */
function recordText(record: object): string {
	const lines: string[] = [];
	const walk = (value: unknown, path: string): void => {
		if (typeof value === "object" && value !== null && Object.keys(value).length > 0) {
			for (const [name, member] of Object.entries(value)) {
				walk(member, path === "" ? name : `${path}.${name}`);
			}
		} else {
			lines.push(`${path}: ${typeof value === "bigint" ? value : JSON.stringify(value)}`);
		}
	};
	walk(record, "");
	return lines.filter((line) => !/^(id|update_timestamp): /.test(line)).join("\n");
}

function postText(kernel: Kernel, fields: string): string {
	try {
		applySettings(parseFields(fields, undefined), kernel, {
			configuration: () => ({}),
			logLevels: [],
			setLogLevel() {},
			setGeneralLog() {},
		});
		return "200";
	} catch (failure) {
		if (failure instanceof RefusedSetting) {
			return `400 ${failure.message}`;
		}
		throw failure;
	}
}
