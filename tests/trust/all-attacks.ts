/**
 * All attacks, in the order of the table.
 */
import type { Attack } from "./attack.ts";
import { definitionAttacks } from "./definition-attacks.ts";
import { expressionAttacks } from "./expression-attacks.ts";
import { fileAttacks } from "./file-attacks.ts";
import { functionAttacks } from "./function-attacks.ts";
import { httpAttacks } from "./http-attacks.ts";
import { loginAttacks } from "./login-attacks.ts";
import { memoryAttacks } from "./memory-attacks.ts";
import { mixedLoad } from "./mixed-load.ts";
import { statementAttacks } from "./statement-attacks.ts";

export const allAttacks: readonly Attack[] = [
	...expressionAttacks,
	...functionAttacks,
	...definitionAttacks,
	...memoryAttacks,
	...statementAttacks,
	...loginAttacks,
	...httpAttacks,
	...fileAttacks,
	mixedLoad,
];
