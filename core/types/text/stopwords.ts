/**
 * InnoDB's default stopwords: words that full-text indexes leave out.
 */

/** In InnoDB's order, and with its second "the": a client may compare the list with a server's. */
export const stopwords: readonly string[] = `a about an are as at be by com de en for from how i in is it la of on or
	that the this to was what when where who will with und the www`.split(/\s+/);
