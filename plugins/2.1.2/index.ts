/**
 * Release 2.1.2: characters of four bytes are no longer let into utf8 columns.
 */
import { InsertCheck, changed, release } from "../../core/rules/index.ts";
import refuseWideCharactersGuide from "./refuse-wide-characters.guide.ts";
import { refuseWideCharacters } from "./refuse-wide-characters.ts";

export default release("2.1.2", "2018-12-22", [
	changed(
		InsertCheck,
		refuseWideCharacters,
		"A utf8 column refuses characters of four bytes.",
		refuseWideCharactersGuide,
	),
]);
