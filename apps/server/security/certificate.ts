/**
 * A certificate that vouches for itself.
 *
 * In: nothing. Out: a certificate for ten years and its key, on the curve P-256, as PEM.
 *
 *     certificate   tbs | algorithm | signature
 *     tbs           version 3 | serial | algorithm | issuer | from, to | subject | public key | extensions
 */
import { nowMs } from "../../../core/index.ts";
import { createPrivateKey, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { bits, identifier, integer, octets, sequence, set, tagged, text, time, yes } from "./der.ts";

interface KeyAndCertificate {
	readonly key: string;
	readonly certificate: string;
}

const ecdsaWithSha256 = sequence(identifier("1.2.840.10045.4.3.2"));
const commonName = "2.5.4.3";
const basicConstraints = "2.5.29.19";
const alternativeName = "2.5.29.17";
const years = 10;

export function makeCertificate(name: string): KeyAndCertificate {
	const { publicKey, privateKey } = generateKeyPairSync("ec", {
		namedCurve: "prime256v1",
		publicKeyEncoding: { type: "spki", format: "der" },
		privateKeyEncoding: { type: "pkcs8", format: "pem" },
	});
	const owner = sequence(set(sequence(identifier(commonName), text(name))));
	const serial = randomBytes(16);
	serial[0] = (serial[0]! & 0x7f) | 0x40;
	const from = new Date(nowMs() - 86_400_000);
	const to = new Date(from);
	to.setUTCFullYear(to.getUTCFullYear() + years);
	const hosts = sequence(tagged(0x82, Buffer.from("localhost")), tagged(0x87, Buffer.of(127, 0, 0, 1)));
	const extensions = sequence(
		sequence(identifier(basicConstraints), yes, octets(sequence(yes))),
		sequence(identifier(alternativeName), octets(hosts)),
	);
	const signed = sequence(
		tagged(0xa0, integer(Buffer.of(2))),
		integer(serial),
		ecdsaWithSha256,
		owner,
		sequence(time(from), time(to)),
		owner,
		publicKey,
		tagged(0xa3, extensions),
	);
	const signature = sign("sha256", signed, createPrivateKey(privateKey));
	return { key: privateKey, certificate: printPem("CERTIFICATE", sequence(signed, ecdsaWithSha256, bits(signature))) };
}

function printPem(label: string, bytes: Buffer): string {
	return `-----BEGIN ${label}-----\n${bytes
		.toString("base64")
		.match(/.{1,64}/g)!
		.join("\n")}\n-----END ${label}-----\n`;
}
