/**
 * The tables of a shop: what its installer makes, what its migrations change later.
 */
const id = "id INT UNSIGNED NOT NULL AUTO_INCREMENT";
const times = "created_at DATETIME NOT NULL, updated_at DATETIME DEFAULT NULL";

export const shopTables: readonly string[] = [
	"CREATE TABLE setting (name VARCHAR(60) NOT NULL, value TEXT, autoload TINYINT NOT NULL DEFAULT '1', PRIMARY KEY (name))",
	`CREATE TABLE staff (${id}, login VARCHAR(40) NOT NULL, hash CHAR(60) NOT NULL, role VARCHAR(20) NOT NULL, ${times}, PRIMARY KEY (id), UNIQUE KEY by_login (login))`,
	"CREATE TABLE session (token CHAR(32) NOT NULL, customer_id INT UNSIGNED DEFAULT NULL, data MEDIUMTEXT, seen_at DATETIME NOT NULL, PRIMARY KEY (token), KEY by_seen (seen_at))",
	`CREATE TABLE category (${id}, parent_id INT UNSIGNED DEFAULT NULL, slug VARCHAR(80) NOT NULL, title VARCHAR(120) NOT NULL, position INT NOT NULL DEFAULT '0', PRIMARY KEY (id), UNIQUE KEY by_slug (slug), KEY by_parent (parent_id, position), CONSTRAINT category_parent FOREIGN KEY (parent_id) REFERENCES category (id))`,
	`CREATE TABLE product (${id}, sku VARCHAR(40) NOT NULL, slug VARCHAR(120) NOT NULL, title VARCHAR(200) NOT NULL, description TEXT, price DECIMAL(10,2) NOT NULL, tax_class TINYINT NOT NULL DEFAULT '1', state ENUM('draft','active','retired') NOT NULL DEFAULT 'draft', ${times}, PRIMARY KEY (id), UNIQUE KEY by_sku (sku), UNIQUE KEY by_slug (slug), KEY by_state (state, created_at))`,
	"CREATE TABLE product_category (product_id INT UNSIGNED NOT NULL, category_id INT UNSIGNED NOT NULL, position INT NOT NULL DEFAULT '0', PRIMARY KEY (product_id, category_id), KEY by_category (category_id, position), CONSTRAINT pc_product FOREIGN KEY (product_id) REFERENCES product (id) ON DELETE CASCADE, CONSTRAINT pc_category FOREIGN KEY (category_id) REFERENCES category (id) ON DELETE CASCADE)",
	`CREATE TABLE product_option (${id}, product_id INT UNSIGNED NOT NULL, name VARCHAR(40) NOT NULL, value VARCHAR(80) NOT NULL, surcharge DECIMAL(8,2) NOT NULL DEFAULT '0.00', PRIMARY KEY (id), KEY by_product (product_id), CONSTRAINT option_product FOREIGN KEY (product_id) REFERENCES product (id) ON DELETE CASCADE)`,
	`CREATE TABLE image (${id}, product_id INT UNSIGNED NOT NULL, path VARCHAR(200) NOT NULL, width SMALLINT UNSIGNED, height SMALLINT UNSIGNED, PRIMARY KEY (id), KEY by_product (product_id), CONSTRAINT image_product FOREIGN KEY (product_id) REFERENCES product (id) ON DELETE CASCADE)`,
	"CREATE TABLE stock (product_id INT UNSIGNED NOT NULL, quantity INT NOT NULL, reserved INT NOT NULL DEFAULT '0', PRIMARY KEY (product_id), CONSTRAINT stock_product FOREIGN KEY (product_id) REFERENCES product (id) ON DELETE CASCADE)",
	`CREATE TABLE customer (${id}, email VARCHAR(120) NOT NULL, hash CHAR(60) NOT NULL, first_name VARCHAR(60), last_name VARCHAR(60), newsletter TINYINT(1) NOT NULL DEFAULT '0', ${times}, PRIMARY KEY (id), UNIQUE KEY by_email (email), KEY by_name (last_name, first_name))`,
	`CREATE TABLE address (${id}, customer_id INT UNSIGNED NOT NULL, kind ENUM('billing','shipping') NOT NULL, street VARCHAR(120) NOT NULL, zip VARCHAR(12) NOT NULL, city VARCHAR(80) NOT NULL, country CHAR(2) NOT NULL, PRIMARY KEY (id), KEY by_customer (customer_id, kind), CONSTRAINT address_customer FOREIGN KEY (customer_id) REFERENCES customer (id) ON DELETE CASCADE)`,
	`CREATE TABLE cart (${id}, token CHAR(32) NOT NULL, customer_id INT UNSIGNED DEFAULT NULL, ${times}, PRIMARY KEY (id), UNIQUE KEY by_token (token))`,
	"CREATE TABLE cart_line (cart_id INT UNSIGNED NOT NULL, product_id INT UNSIGNED NOT NULL, quantity INT NOT NULL, PRIMARY KEY (cart_id, product_id), CONSTRAINT cl_cart FOREIGN KEY (cart_id) REFERENCES cart (id) ON DELETE CASCADE, CONSTRAINT cl_product FOREIGN KEY (product_id) REFERENCES product (id))",
	`CREATE TABLE orders (${id}, number VARCHAR(20) NOT NULL, customer_id INT UNSIGNED NOT NULL, state VARCHAR(20) NOT NULL, total DECIMAL(12,2) NOT NULL, currency CHAR(3) NOT NULL DEFAULT 'EUR', note TEXT, ${times}, PRIMARY KEY (id), UNIQUE KEY by_number (number), KEY by_customer (customer_id, created_at), KEY by_state (state, created_at), CONSTRAINT orders_customer FOREIGN KEY (customer_id) REFERENCES customer (id))`,
	`CREATE TABLE order_line (${id}, order_id INT UNSIGNED NOT NULL, product_id INT UNSIGNED NOT NULL, title VARCHAR(200) NOT NULL, price DECIMAL(10,2) NOT NULL, quantity INT NOT NULL, PRIMARY KEY (id), KEY by_order (order_id), KEY by_product (product_id), CONSTRAINT ol_order FOREIGN KEY (order_id) REFERENCES orders (id) ON DELETE CASCADE, CONSTRAINT ol_product FOREIGN KEY (product_id) REFERENCES product (id))`,
	`CREATE TABLE payment (${id}, order_id INT UNSIGNED NOT NULL, method VARCHAR(20) NOT NULL, amount DECIMAL(12,2) NOT NULL, state VARCHAR(20) NOT NULL, payload LONGTEXT, ${times}, PRIMARY KEY (id), KEY by_order (order_id), CONSTRAINT payment_order FOREIGN KEY (order_id) REFERENCES orders (id))`,
	`CREATE TABLE coupon (${id}, code VARCHAR(30) NOT NULL, percent TINYINT NOT NULL, valid_until DATE DEFAULT NULL, used INT NOT NULL DEFAULT '0', PRIMARY KEY (id), UNIQUE KEY by_code (code))`,
	`CREATE TABLE review (${id}, product_id INT UNSIGNED NOT NULL, customer_id INT UNSIGNED NOT NULL, stars TINYINT NOT NULL, text TEXT, visible TINYINT(1) NOT NULL DEFAULT '0', ${times}, PRIMARY KEY (id), KEY by_product (product_id, visible), CONSTRAINT review_product FOREIGN KEY (product_id) REFERENCES product (id) ON DELETE CASCADE)`,
	`CREATE TABLE mail (${id}, recipient VARCHAR(120) NOT NULL, subject VARCHAR(200) NOT NULL, body MEDIUMTEXT, sent_at DATETIME DEFAULT NULL, tries INT NOT NULL DEFAULT '0', PRIMARY KEY (id), KEY by_sent (sent_at))`,
	`CREATE TABLE log (${id}, level VARCHAR(10) NOT NULL, channel VARCHAR(40) NOT NULL, message TEXT NOT NULL, context JSON DEFAULT NULL, created_at DATETIME NOT NULL, PRIMARY KEY (id), KEY by_channel (channel, created_at))`,
	"CREATE TABLE schema_version (version INT NOT NULL PRIMARY KEY, note VARCHAR(100) NOT NULL)",
];

/** Each with what it moves afterwards. */
export const shopMigrations: readonly (readonly string[])[] = [
	["ALTER TABLE product ADD COLUMN weight INT DEFAULT NULL AFTER price"],
	["ALTER TABLE product ADD COLUMN brand VARCHAR(60) DEFAULT NULL", "CREATE INDEX by_brand ON product (brand)"],
	["ALTER TABLE customer ADD COLUMN phone VARCHAR(30) DEFAULT NULL, ADD COLUMN locale CHAR(5) NOT NULL DEFAULT 'en'"],
	[
		"ALTER TABLE orders ADD COLUMN coupon_id INT UNSIGNED DEFAULT NULL",
		"ALTER TABLE orders ADD CONSTRAINT orders_coupon FOREIGN KEY (coupon_id) REFERENCES coupon (id)",
	],
	["ALTER TABLE orders MODIFY number VARCHAR(32) NOT NULL"],
	[
		"CREATE TABLE shipment (id INT UNSIGNED NOT NULL AUTO_INCREMENT, order_id INT UNSIGNED NOT NULL, tracking VARCHAR(60), sent_at DATETIME, PRIMARY KEY (id), KEY by_order (order_id), CONSTRAINT shipment_order FOREIGN KEY (order_id) REFERENCES orders (id))",
	],
	[
		"ALTER TABLE setting ADD COLUMN scope VARCHAR(20) NOT NULL DEFAULT 'shop'",
		"UPDATE setting SET scope = 'mail' WHERE name LIKE 'mail%'",
	],
	[
		"CREATE TABLE wish (customer_id INT UNSIGNED NOT NULL, product_id INT UNSIGNED NOT NULL, created_at DATETIME NOT NULL, PRIMARY KEY (customer_id, product_id))",
	],
	["ALTER TABLE category ADD COLUMN visible TINYINT(1) NOT NULL DEFAULT '1'", "UPDATE category SET visible = 1"],
	["ALTER TABLE log DROP INDEX by_channel", "ALTER TABLE log ADD INDEX by_level (level, created_at)"],
	["RENAME TABLE wish TO wish_line"],
	["ALTER TABLE review ADD COLUMN answer TEXT"],
];
