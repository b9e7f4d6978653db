/**
 * Replays of a part of a script under other rules, each at most once.
 *
 * A statement's answer in the part counts where the first setting answers it there as it does in the whole script;
 * else the whole script is played.
 */
import type { Play } from "./play.ts";
import type { Answer } from "./answer.ts";
import type { Side } from "./played-session.ts";

/** Plays the statements at these places of the script. */
export type PlayPart = (side: Side, part: readonly number[]) => Promise<readonly Answer[]>;

export class Replays {
	readonly #from: Side;
	readonly #whole: Play;
	readonly #part: readonly number[];
	readonly #play: PlayPart;
	/** By a name for the rules. */
	readonly #plays = new Map<string, Promise<readonly Answer[]>>();

	/** `part`: in the order of the script, with all that its statements depend on. */
	constructor(from: Side, whole: Play, part: readonly number[], play: PlayPart) {
		this.#from = from;
		this.#whole = whole;
		this.#part = part;
		this.#play = play;
	}

	/** Returns the statement's answer under rules that the name stands for. */
	async textOf(statement: number, name: string, side: () => Side): Promise<string | undefined> {
		const place = this.#part.indexOf(statement);
		if (place >= 0 && (await this.#isFaithful(place, statement))) {
			return (await this.#played(name, side, this.#part))[place]?.text;
		}
		const all = [...this.#whole.answers.keys()];
		return (await this.#played(`all statements, ${name}`, side, all))[statement]?.text;
	}

	async #isFaithful(place: number, statement: number): Promise<boolean> {
		if (this.#part.at(-1) === this.#part.length - 1) {
			return true;
		}
		const played = await this.#played("", () => this.#from, this.#part);
		return played[place]?.text === this.#whole.answers[statement]?.text;
	}

	#played(name: string, side: () => Side, part: readonly number[]): Promise<readonly Answer[]> {
		const played = this.#plays.get(name) ?? this.#play(side(), part);
		this.#plays.set(name, played);
		return played;
	}
}
