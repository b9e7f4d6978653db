/**
 * Words for the rules in force: release, mode, mixes, quirks and plugins, as the ready line, `verso rules`,
 * `verso info` and verso_rules() say them.
 */
interface InForce {
	readonly release: string;
	readonly mode?: string;
	readonly mixes?: readonly string[];
	readonly quirks?: readonly string[];
	readonly plugins?: readonly string[];
}

/** `2.1.3 (as documented, mix insert-check=2.0, plugin ./mine.mjs)` */
export function inForce({ release, mode = "documented", mixes = [], quirks = [], plugins = [] }: InForce): string {
	const words = [
		`as ${mode}`,
		...mixes.map((mix) => `mix ${mix}`),
		...quirks.map((quirk) => `quirk ${quirk}`),
		...plugins.map((plugin) => `plugin ${plugin}`),
	];
	return `${release} (${words.join(", ")})`;
}
