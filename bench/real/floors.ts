/**
 * Why goals of real work are not reached, as profiles show it; told of rows that miss theirs.
 */
export const floors: readonly { readonly names: readonly string[]; readonly text: string }[] = [];
