/**
 * INNODB_FT_DEFAULT_STOPWORD: InnoDB's default stopwords.
 */
import { stopwords } from "../../types/text/stopwords.ts";
import { define } from "./definition.ts";

export const defaultStopwords = define("INNODB_FT_DEFAULT_STOPWORD", "value:18", () => stopwords.map((word) => [word]));
