/**
 * Capability flags of the protocol: the bits that both ends announce in the handshake.
 */
export const capability = {
	longPassword: 1 << 0,
	foundRows: 1 << 1,
	longFlag: 1 << 2,
	connectWithDatabase: 1 << 3,
	compress: 1 << 5,
	localFiles: 1 << 7,
	ignoreSpace: 1 << 8,
	protocol41: 1 << 9,
	interactive: 1 << 10,
	tls: 1 << 11,
	transactions: 1 << 13,
	secureConnection: 1 << 15,
	multiStatements: 1 << 16,
	multiResults: 1 << 17,
	preparedMultiResults: 1 << 18,
	pluginAuthentication: 1 << 19,
	connectAttributes: 1 << 20,
	longAuthenticationResponse: 1 << 21,
	handlesExpiredPasswords: 1 << 22,
	sessionTrack: 1 << 23,
	deprecateEof: 1 << 24,
} as const;

/** The flags that this server announces; TLS where it has keys. */
export const serverCapabilities =
	capability.longPassword |
	capability.foundRows |
	capability.longFlag |
	capability.connectWithDatabase |
	capability.compress |
	capability.localFiles |
	capability.ignoreSpace |
	capability.protocol41 |
	capability.interactive |
	capability.transactions |
	capability.secureConnection |
	capability.multiStatements |
	capability.multiResults |
	capability.preparedMultiResults |
	capability.pluginAuthentication |
	capability.connectAttributes |
	capability.longAuthenticationResponse |
	capability.handlesExpiredPasswords |
	capability.sessionTrack |
	capability.deprecateEof;
