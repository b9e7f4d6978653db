/**
 * An entry of the error catalogue: MySQL's code, the SQL state, and a sentence with `%s` for each argument.
 */
export type CatalogueEntry = readonly [code: number, state: string, sentence: string];
