/**
 * Hooks of Node's module loader: a joined module is a list of what the script exports for it. See `joined.ts`.
 */
import type { InitializeHook, LoadHook } from "node:module";
import { exportedAs, type JoinedTable } from "./table.ts";

interface HooksData {
	/** The address of `dist/`, with a slash at its end. */
	readonly folder: string;
	/** The address of the joined module. */
	readonly joined: string;
	readonly names: JoinedTable["names"];
}

const sources = new Map<string, string>();

const initialize: InitializeHook<HooksData> = ({ folder, joined, names }) => {
	for (const [at, [file, exported]] of Object.entries(names).entries()) {
		const taken = exported.map((name, place) => `${exportedAs(at, name)}: e${place}`).join(", ");
		const given = exported.map((name, place) => `e${place} as ${name}`).join(", ");
		const lines = [`import { kernel } from ${JSON.stringify(joined)};`, `const { ${taken} } = kernel;`];
		sources.set(folder + file, `${lines.join("\n")}\nexport { ${given} };`);
	}
};

const load: LoadHook = async (url, context, nextLoad) => {
	const source = sources.get(url);
	return source === undefined ? nextLoad(url, context) : { format: "module", source, shortCircuit: true };
};

export { initialize, load };
