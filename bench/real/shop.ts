/**
 * The life of a shop: installed, migrated, filled, visited, searched, administered, and filled again from a dump.
 *
 * In: how many products and visits. Out: statements, the same for the same numbers. Times are literals, so that all
 * servers must answer alike.
 */
import { Random } from "../random.ts";
import { shopMigrations, shopTables } from "./shop-tables.ts";

const words = ["oak", "steel", "linen", "small", "large", "blue", "red", "round", "garden", "kitchen", "lamp", "chair"];
const categoryCount = 24;

export function shopLife(products: number, visits: number): string[] {
	const random = new Random(34);
	return [
		...install(),
		...migrate(),
		...catalogue(products, random),
		...Array.from({ length: visits }, (_, at) => visit(at, products, random)).flat(),
		...administer(products, visits, random),
		...importDump(products),
	];
}

function install(): string[] {
	const names = shopTables.map((text) => /^CREATE TABLE (\w+)/.exec(text)![1]!);
	const settings = ["title", "currency", "tax", "mail.from", "mail.host", "theme", "locale", "timezone", "maintenance"];
	return [
		"SET NAMES utf8mb4",
		"SET SESSION sql_mode = 'STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION'",
		"SELECT @@version",
		...names.flatMap((name, at) => [
			`SELECT count(*) FROM information_schema.tables WHERE table_schema = database() AND table_name = '${name}'`,
			shopTables[at]!,
			`SHOW TABLES LIKE '${name}'`,
		]),
		...settings.map(
			(name, at) => `INSERT INTO setting (name, value, autoload) VALUES ('${name}', 'value ${at}', ${at % 2})`,
		),
		"INSERT INTO staff (login, hash, role, created_at) VALUES ('admin', 'hash', 'owner', '2026-01-01 00:00:00')",
	];
}

function migrate(): string[] {
	return shopMigrations.flatMap((statements, version) => [
		"SELECT max(version) FROM schema_version",
		"SELECT column_name, data_type, is_nullable FROM information_schema.columns WHERE table_schema = database() AND table_name = 'product' ORDER BY ordinal_position",
		...statements,
		`INSERT INTO schema_version VALUES (${version}, 'step ${version}')`,
	]);
}

function catalogue(products: number, random: Random): string[] {
	const statements: string[] = [];
	for (let at = 1; at <= categoryCount; at++) {
		statements.push(
			`SELECT id FROM category WHERE slug = 'category-${at}'`,
			`INSERT INTO category (parent_id, slug, title, position) VALUES (${at <= 4 ? "NULL" : 1 + (at % 4)}, 'category-${at}', 'Category ${at}', ${at})`,
		);
	}
	for (let at = 1; at <= products; at++) {
		const title = [0, 1, 2].map(() => words[random.between(0, words.length - 1)]!).join(" ");
		statements.push(
			"START TRANSACTION",
			`SELECT id FROM product WHERE sku = 'SKU-${at}' FOR UPDATE`,
			`INSERT INTO product (sku, slug, title, description, price, state, created_at, brand) VALUES ('SKU-${at}', 'product-${at}', '${title}', 'It''s ${title}. ${random.digits(8)}', ${random.between(100, 99_999) / 100}, '${at % 9 === 0 ? "draft" : "active"}', '2026-01-${day(at)} 08:00:00', ${at % 5 === 0 ? "NULL" : `'brand ${at % 11}'`})`,
			`INSERT INTO product_category (product_id, category_id, position) VALUES (${at}, ${1 + (at % categoryCount)}, ${at}), (${at}, ${1 + ((at + 7) % categoryCount)}, ${at})`,
			`INSERT INTO stock (product_id, quantity) VALUES (${at}, ${random.between(5, 500)})`,
			`INSERT INTO image (product_id, path, width, height) VALUES (${at}, '/images/${at}.jpg', 800, 600)`,
		);
		if (at % 3 === 0) {
			statements.push(
				`INSERT INTO product_option (product_id, name, value, surcharge) VALUES (${at}, 'colour', 'blue', 0), (${at}, 'colour', 'red', 1.5)`,
			);
		}
		statements.push("COMMIT");
	}
	return statements;
}

/** A session of a customer; every third buys. */
function visit(at: number, products: number, random: Random): string[] {
	const customer = at + 1;
	const token = String(100_000 + at).padEnd(32, "a");
	const time = `2026-02-${day(at)} 1${at % 10}:00:00`;
	const chosen = [0, 1, 2].map(() => random.between(1, products));
	const statements = [
		"SELECT name, value FROM setting WHERE autoload = 1 ORDER BY name",
		`SELECT data FROM session WHERE token = '${token}'`,
		`INSERT INTO session (token, data, seen_at) VALUES ('${token}', 'a:0:{}', '${time}') ON DUPLICATE KEY UPDATE data = VALUES(data), seen_at = VALUES(seen_at)`,
		"SELECT id, parent_id, slug, title FROM category WHERE visible = 1 ORDER BY parent_id, position",
		...list(at, random),
		...chosen.flatMap((product) => look(product)),
		...search(at, random),
	];
	if (at % 3 === 0) {
		statements.push(...buy(at, customer, token, time, [...new Set(chosen)]));
	}
	statements.push(`UPDATE session SET seen_at = '${time}' WHERE token = '${token}'`);
	return statements;
}

function list(at: number, random: Random): string[] {
	const category = random.between(1, categoryCount);
	const from = `FROM product p JOIN product_category pc ON pc.product_id = p.id WHERE pc.category_id = ${category} AND p.state = 'active'`;
	const order = ["pc.position", "p.price, p.id", "p.price DESC, p.id", "p.title, p.id", "p.created_at DESC, p.id"][
		at % 5
	]!;
	return [
		`SELECT id, title FROM category WHERE slug = 'category-${category}'`,
		`SELECT count(*) ${from}`,
		`SELECT p.id, p.slug, p.title, p.price, (SELECT i.path FROM image i WHERE i.product_id = p.id ORDER BY i.id LIMIT 1) AS path ${from} ORDER BY ${order} LIMIT ${12 * (at % 2)}, 12`,
	];
}

function look(product: number): string[] {
	return [
		`SELECT * FROM product WHERE slug = 'product-${product}' AND state = 'active'`,
		`SELECT c.id, c.title FROM category c JOIN product_category pc ON pc.category_id = c.id WHERE pc.product_id = ${product} ORDER BY c.id`,
		`SELECT id, name, value, surcharge FROM product_option WHERE product_id = ${product} ORDER BY name, value`,
		`SELECT path, width, height FROM image WHERE product_id = ${product} ORDER BY id`,
		`SELECT quantity - reserved AS free FROM stock WHERE product_id = ${product}`,
		`SELECT r.stars, r.text, c.first_name FROM review r LEFT JOIN customer c ON c.id = r.customer_id WHERE r.product_id = ${product} AND r.visible = 1 ORDER BY r.id DESC LIMIT 5`,
		`SELECT count(*), avg(stars) FROM review WHERE product_id = ${product} AND visible = 1`,
	];
}

/** Filters as they are ticked: nearly every search has a shape of its own. */
function search(at: number, random: Random): string[] {
	const conditions = [
		`p.title LIKE '%${words[at % words.length]}%'`,
		`p.price BETWEEN ${random.between(1, 99)} AND ${random.between(100, 900)}`,
		`p.brand IN ('brand ${random.between(0, 10)}', 'brand ${random.between(0, 10)}')`,
		"p.weight IS NULL",
		"EXISTS (SELECT 1 FROM product_option o WHERE o.product_id = p.id AND o.value = 'blue')",
		"s.quantity > s.reserved",
	].filter((_, bit) => ((at * 7 + 1) >> bit) & 1);
	const from = `FROM product p JOIN stock s ON s.product_id = p.id WHERE p.state = 'active' AND ${conditions.join(" AND ")}`;
	return [
		`SELECT count(*) ${from}`,
		`SELECT p.id, p.title, p.price ${from} ORDER BY p.price, p.id LIMIT 20`,
		`SELECT p.brand, count(*) AS found ${from} GROUP BY p.brand ORDER BY found DESC, p.brand`,
	];
}

function buy(at: number, customer: number, token: string, time: string, chosen: readonly number[]): string[] {
	const cart = `(SELECT id FROM cart WHERE token = '${token}')`;
	const order = `(SELECT id FROM orders WHERE number = 'N${at}')`;
	const inCart = `cart_line l JOIN product p ON p.id = l.product_id WHERE l.cart_id = ${cart}`;
	return [
		`INSERT INTO cart (token, created_at) VALUES ('${token}', '${time}')`,
		...chosen.map(
			(product) =>
				`INSERT INTO cart_line (cart_id, product_id, quantity) SELECT id, ${product}, 2 FROM cart WHERE token = '${token}'`,
		),
		`SELECT p.id, p.title, p.price, l.quantity FROM ${inCart} ORDER BY p.id`,
		`SELECT id FROM customer WHERE email = 'c${customer}@example.com'`,
		`INSERT INTO customer (id, email, hash, first_name, last_name, created_at) VALUES (${customer}, 'c${customer}@example.com', 'hash', 'First ${at % 40}', 'Last ${at % 90}', '${time}')`,
		`INSERT INTO address (customer_id, kind, street, zip, city, country) VALUES (${customer}, 'billing', 'Street ${at}', '${10_000 + at}', 'City', 'DE')`,
		"START TRANSACTION",
		`SELECT product_id, quantity FROM stock WHERE product_id IN (${chosen.join(", ")}) ORDER BY product_id FOR UPDATE`,
		`INSERT INTO orders (number, customer_id, state, total, created_at) SELECT 'N${at}', ${customer}, 'new', sum(p.price * l.quantity), '${time}' FROM ${inCart}`,
		`INSERT INTO order_line (order_id, product_id, title, price, quantity) SELECT ${order}, p.id, p.title, p.price, l.quantity FROM ${inCart} ORDER BY p.id`,
		...chosen.map((product) => `UPDATE stock SET quantity = quantity - 2 WHERE product_id = ${product}`),
		`INSERT INTO payment (order_id, method, amount, state, created_at) SELECT id, 'card', total, 'open', '${time}' FROM orders WHERE number = 'N${at}'`,
		`DELETE FROM cart WHERE token = '${token}'`,
		"COMMIT",
		`UPDATE payment p JOIN orders o ON o.id = p.order_id SET p.state = 'paid', o.state = 'paid', o.updated_at = '${time}' WHERE o.number = 'N${at}'`,
		`INSERT INTO mail (recipient, subject, body) VALUES ('c${customer}@example.com', 'Order N${at}', 'Thank you.')`,
		`INSERT INTO log (level, channel, message, context, created_at) VALUES ('info', 'order', 'placed', '{"number": "N${at}"}', '${time}')`,
		`INSERT INTO review (product_id, customer_id, stars, text, visible, created_at) VALUES (${chosen[0]!}, ${customer}, ${1 + (at % 5)}, 'As described', ${at % 2}, '${time}')`,
	];
}

function administer(products: number, visits: number, random: Random): string[] {
	const statements: string[] = [];
	for (let at = 0; at < visits / 4; at++) {
		const state = ["new", "paid", "sent"][at % 3]!;
		const column = ["created_at", "total", "number"][at % 3]!;
		const order = `N${3 * random.between(0, Math.floor((visits - 1) / 3))}`;
		statements.push(
			`SELECT o.id, o.number, o.total, c.email FROM orders o JOIN customer c ON c.id = o.customer_id WHERE o.state = '${state}' ORDER BY o.${column}, o.id LIMIT 20`,
			"SELECT state, count(*), sum(total) FROM orders GROUP BY state ORDER BY state",
			"SELECT date(created_at) AS day, count(*), sum(total) FROM orders GROUP BY day ORDER BY day",
			`SELECT p.id, p.title, sum(l.quantity) AS sold FROM order_line l JOIN product p ON p.id = l.product_id GROUP BY p.id, p.title ORDER BY sold DESC, p.id LIMIT ${5 + (at % 3)}`,
			`UPDATE orders SET state = 'sent', updated_at = '2026-03-01 00:00:00' WHERE number = '${order}'`,
			`INSERT INTO shipment (order_id, tracking, sent_at) SELECT id, 'T${at}', '2026-03-01 00:00:00' FROM orders WHERE number = '${order}'`,
			`UPDATE product SET price = price * 1.01, updated_at = '2026-03-01 00:00:00' WHERE id BETWEEN ${random.between(1, products)} AND ${random.between(1, products)}`,
			`UPDATE setting SET value = 'value ${at}' WHERE name = 'title'`,
			`UPDATE mail SET sent_at = '2026-03-01 00:00:00', tries = tries + 1 WHERE sent_at IS NULL ORDER BY id LIMIT 5`,
			`DELETE FROM session WHERE seen_at < '2026-02-${day(at)} 00:00:00'`,
		);
	}
	statements.push("SHOW TABLE STATUS", "ANALYZE TABLE orders", "TRUNCATE TABLE log", "SHOW CREATE TABLE orders");
	return statements;
}

/** As mysqldump writes it. */
function importDump(products: number): string[] {
	return ["supplier", "supplier_price"].flatMap((table, which) => [
		`DROP TABLE IF EXISTS \`${table}\``,
		`CREATE TABLE \`${table}\` (\n  \`id\` int(11) NOT NULL,\n  \`product_id\` int(10) unsigned NOT NULL,\n  \`text\` varchar(100) DEFAULT NULL,\n  \`price\` decimal(10,2) NOT NULL,\n  PRIMARY KEY (\`id\`),\n  KEY \`by_product\` (\`product_id\`)\n) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4`,
		`LOCK TABLES \`${table}\` WRITE`,
		`/*!40000 ALTER TABLE \`${table}\` DISABLE KEYS */`,
		...[0, 1, 2].map((part) => {
			const rows = Array.from({ length: products }, (_, at) => {
				const id = part * products + at + 1;
				return `(${id},${at + 1},${id % 6 === 0 ? "NULL" : `'line ${id + which}'`},${id}.25)`;
			});
			return `INSERT INTO \`${table}\` VALUES ${rows.join(",")}`;
		}),
		`/*!40000 ALTER TABLE \`${table}\` ENABLE KEYS */`,
		"UNLOCK TABLES",
		`SELECT count(*), sum(price) FROM ${table}`,
	]);
}

function day(at: number): string {
	return String(1 + (at % 28)).padStart(2, "0");
}
