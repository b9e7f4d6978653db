/**
 * The tests of the wire protocol once more, with every fallback forced.
 */
import "./forced.ts";
import "../clients/mysql2.test.ts";
import "../clients/prepared-columns.test.ts";
import "../clients/transport.test.ts";
import "../server/cursor-buffer.test.ts";
import "../server/encode.test.ts";
import "../server/mysql2.test.ts";
import "../server/packet.test.ts";
import "../server/parameters.test.ts";
import "../server/raw.test.ts";
import "../server/socket-reader.test.ts";
import "../server/stored-row.test.ts";
import "../server/temporal-bytes.test.ts";
