/**
 * InnoDB's default stopwords, as INNODB_FT_DEFAULT_STOPWORD lists them.
 */
import { define } from "./definition.ts";

/** In InnoDB's order, and with its second "the": a client may compare the table with a server's. */
const words = `a about an are as at be by com de en for from how i in is it la of on or that the this to was what when
	where who will with und the www`;

export const defaultStopwords = define("INNODB_FT_DEFAULT_STOPWORD", "value:18", () =>
	words.split(/\s+/).map((word) => [word]),
);
