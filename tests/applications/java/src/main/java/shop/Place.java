package shop;

/** Shared by the Java programs: the server's address, and answers printed as lines that are equal for equal answers. */
final class Place {
	static final String HOST = environment("VERSO_HOST", "127.0.0.1");
	static final String PORT = environment("VERSO_PORT", "3306");
	static final String USER = environment("VERSO_USER", "root");
	static final String PASSWORD = environment("VERSO_PASSWORD", "");
	static final String DATABASE = environment("VERSO_DATABASE", "test");

	private Place() {}

	static String url(String options) {
		return "jdbc:mysql://" + HOST + ":" + PORT + "/" + DATABASE + "?connectionTimeZone=UTC&" + options;
	}

	static void say(String what, Object value) {
		System.out.println(what + ": " + value);
	}

	private static String environment(String name, String otherwise) {
		String value = System.getenv(name);
		return value == null || value.isEmpty() ? otherwise : value;
	}
}
