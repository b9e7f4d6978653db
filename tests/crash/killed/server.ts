/**
 * The real server, on free ports, with an ear for stages and room for planted faults: the program that crash tests start.
 *
 * In: a data directory; VERSO_CRASH_AT (`stage.ts`) and VERSO_CRASH_FAULT (`fault.ts`) in the environment. Out: what
 * `verso serve` does.
 */
import { Options } from "../../../apps/cli/options.ts";
import { serve } from "../../../apps/cli/serve.ts";
import { serverSettings } from "../../../apps/cli/setting.ts";
import { openDirectory } from "../../../apps/compose/data-directory.ts";
import { endAt } from "./stage.ts";
import { plantBefore, plantFault } from "./fault.ts";

const { VERSO_CRASH_AT: wish, VERSO_CRASH_FAULT: fault } = process.env;
const watch = endAt(wish);
const options = new Options(serverSettings, { dataDir: process.argv[2], port: 0, httpPort: 0, logLevel: "fatal", localInfile: true }, {});

plantBefore(process.argv[2] ?? "", fault);
await serve(options, async (path, open) => plantFault(await openDirectory(path, { ...open, ...(watch === undefined ? {} : { watch }) }), fault));
