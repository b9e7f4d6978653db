/**
 * Script of a program's first part as `parts.mjs` wraps it: a function of its surroundings that returns what it gives.
 */
export type ProgramScript<Given> = (
	require: NodeJS.Require,
	file: string,
	folder: string,
	address: string,
	importModule: (address: string) => Promise<unknown>,
	loadPart: (name: string) => unknown,
) => Given;
