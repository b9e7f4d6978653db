/**
 * Finds npm commands in prose: `npm run NAME`, `npm start` and `npm test`, as names of scripts.
 */
export function scriptsNamedIn(prose: string): string[] {
	return [...prose.matchAll(/\bnpm (?:run (?:-s )?([a-z][\w-]*)|(start|test)\b)/g)].map(
		([, script, word]) => script ?? word ?? "",
	);
}
