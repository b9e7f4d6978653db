-- WordPress: what its installer, its upgrader and a blog that is read and written send.
SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_ci';
SELECT @@SESSION.sql_mode;
SET SESSION sql_mode='NO_ENGINE_SUBSTITUTION';
SHOW VARIABLES LIKE 'wait_timeout';
SHOW TABLES LIKE 'wp\_posts';
DESCRIBE wp_users;
CREATE TABLE wp_users (
	ID bigint(20) unsigned NOT NULL auto_increment,
	user_login varchar(60) NOT NULL default '',
	user_pass varchar(255) NOT NULL default '',
	user_nicename varchar(50) NOT NULL default '',
	user_email varchar(100) NOT NULL default '',
	user_url varchar(100) NOT NULL default '',
	user_registered datetime NOT NULL default '0000-00-00 00:00:00',
	user_activation_key varchar(255) NOT NULL default '',
	user_status int(11) NOT NULL default '0',
	display_name varchar(250) NOT NULL default '',
	PRIMARY KEY  (ID),
	KEY user_login_key (user_login),
	KEY user_nicename (user_nicename),
	KEY user_email (user_email)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
CREATE TABLE wp_usermeta (
	umeta_id bigint(20) unsigned NOT NULL auto_increment,
	user_id bigint(20) unsigned NOT NULL default '0',
	meta_key varchar(255) default NULL,
	meta_value longtext,
	PRIMARY KEY  (umeta_id),
	KEY user_id (user_id),
	KEY meta_key (meta_key(191))
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
CREATE TABLE wp_posts (
	ID bigint(20) unsigned NOT NULL auto_increment,
	post_author bigint(20) unsigned NOT NULL default '0',
	post_date datetime NOT NULL default '0000-00-00 00:00:00',
	post_date_gmt datetime NOT NULL default '0000-00-00 00:00:00',
	post_content longtext NOT NULL,
	post_title text NOT NULL,
	post_excerpt text NOT NULL,
	post_status varchar(20) NOT NULL default 'publish',
	comment_status varchar(20) NOT NULL default 'open',
	post_password varchar(255) NOT NULL default '',
	post_name varchar(200) NOT NULL default '',
	post_modified datetime NOT NULL default '0000-00-00 00:00:00',
	post_parent bigint(20) unsigned NOT NULL default '0',
	guid varchar(255) NOT NULL default '',
	menu_order int(11) NOT NULL default '0',
	post_type varchar(20) NOT NULL default 'post',
	post_mime_type varchar(100) NOT NULL default '',
	comment_count bigint(20) NOT NULL default '0',
	PRIMARY KEY  (ID),
	KEY post_name (post_name(191)),
	KEY type_status_date (post_type,post_status,post_date,ID),
	KEY post_parent (post_parent),
	KEY post_author (post_author)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
CREATE TABLE wp_postmeta (
	meta_id bigint(20) unsigned NOT NULL auto_increment,
	post_id bigint(20) unsigned NOT NULL default '0',
	meta_key varchar(255) default NULL,
	meta_value longtext,
	PRIMARY KEY  (meta_id),
	KEY post_id (post_id),
	KEY meta_key (meta_key(191))
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
CREATE TABLE wp_terms (
	term_id bigint(20) unsigned NOT NULL auto_increment,
	name varchar(200) NOT NULL default '',
	slug varchar(200) NOT NULL default '',
	term_group bigint(10) NOT NULL default 0,
	PRIMARY KEY  (term_id),
	KEY slug (slug(191)),
	KEY name (name(191))
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
CREATE TABLE wp_term_taxonomy (
	term_taxonomy_id bigint(20) unsigned NOT NULL auto_increment,
	term_id bigint(20) unsigned NOT NULL default 0,
	taxonomy varchar(32) NOT NULL default '',
	description longtext NOT NULL,
	parent bigint(20) unsigned NOT NULL default 0,
	count bigint(20) NOT NULL default 0,
	PRIMARY KEY  (term_taxonomy_id),
	UNIQUE KEY term_id_taxonomy (term_id,taxonomy),
	KEY taxonomy (taxonomy)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
CREATE TABLE wp_term_relationships (
	object_id bigint(20) unsigned NOT NULL default 0,
	term_taxonomy_id bigint(20) unsigned NOT NULL default 0,
	term_order int(11) NOT NULL default 0,
	PRIMARY KEY  (object_id,term_taxonomy_id),
	KEY term_taxonomy_id (term_taxonomy_id)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
CREATE TABLE wp_comments (
	comment_ID bigint(20) unsigned NOT NULL auto_increment,
	comment_post_ID bigint(20) unsigned NOT NULL default '0',
	comment_author tinytext NOT NULL,
	comment_author_email varchar(100) NOT NULL default '',
	comment_date_gmt datetime NOT NULL default '0000-00-00 00:00:00',
	comment_content text NOT NULL,
	comment_approved varchar(20) NOT NULL default '1',
	comment_parent bigint(20) unsigned NOT NULL default '0',
	user_id bigint(20) unsigned NOT NULL default '0',
	PRIMARY KEY  (comment_ID),
	KEY comment_post_ID (comment_post_ID),
	KEY comment_approved_date_gmt (comment_approved,comment_date_gmt),
	KEY comment_author_email (comment_author_email(10))
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
CREATE TABLE wp_options (
	option_id bigint(20) unsigned NOT NULL auto_increment,
	option_name varchar(191) NOT NULL default '',
	option_value longtext NOT NULL,
	autoload varchar(20) NOT NULL default 'yes',
	PRIMARY KEY  (option_id),
	UNIQUE KEY option_name (option_name),
	KEY autoload (autoload)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
-- The upgrader compares what is there with what it wants.
DESCRIBE wp_options;
SHOW INDEX FROM wp_term_taxonomy;
SHOW FULL COLUMNS FROM `wp_terms`;
SHOW TABLE STATUS LIKE 'wp_options';
ALTER TABLE wp_comments ADD COLUMN comment_karma int(11) NOT NULL default '0';
ALTER TABLE wp_comments ADD KEY comment_parent (comment_parent);
ALTER TABLE wp_posts ALTER COLUMN post_status SET DEFAULT 'draft';
ALTER TABLE wp_users CHANGE COLUMN user_activation_key user_activation_key varchar(255) NOT NULL DEFAULT '';
ALTER TABLE wp_options DROP INDEX autoload, ADD INDEX autoload (autoload);
-- Options
INSERT INTO wp_options (option_name, option_value, autoload) VALUES ('siteurl', 'http://blog.example', 'yes'), ('blogname', 'Größe & ''Länge''', 'yes'), ('cron', 'a:1:{i:0;s:4:"null";}', 'no');
INSERT INTO `wp_options` (`option_name`, `option_value`, `autoload`) VALUES ('blogname', 'Second', 'yes') ON DUPLICATE KEY UPDATE `option_name` = VALUES(`option_name`), `option_value` = VALUES(`option_value`), `autoload` = VALUES(`autoload`);
INSERT IGNORE INTO `wp_options` ( `option_name`, `option_value`, `autoload` ) VALUES ('core_updater.lock', '1700000000', 'no') /* LOCK */;
INSERT IGNORE INTO `wp_options` ( `option_name`, `option_value`, `autoload` ) VALUES ('core_updater.lock', '1700000001', 'no') /* LOCK */;
SELECT option_name, option_value FROM wp_options WHERE autoload IN ( 'yes', 'on', 'auto-on', 'auto' ) ORDER BY option_id;
SELECT option_value FROM wp_options WHERE option_name = 'BLOGNAME' LIMIT 1;
UPDATE `wp_options` SET `option_value` = 'a:0:{}' WHERE `option_name` = 'cron';
INSERT INTO wp_options (option_name, option_value, autoload) VALUES ('_transient_timeout_feed', '1', 'no'), ('_transient_feed', 'x', 'no'), ('_site_transient_y', 'z', 'no');
DELETE a, b FROM wp_options a, wp_options b WHERE a.option_name LIKE '\_transient\_%' AND a.option_name NOT LIKE '\_transient\_timeout\_%' AND b.option_name = CONCAT( '_transient_timeout_', SUBSTRING( a.option_name, 12 ) ) AND b.option_value < 1700000000;
SELECT option_name FROM wp_options ORDER BY option_name;
-- Users and what is known of them
INSERT INTO `wp_users` (`user_login`, `user_pass`, `user_email`, `user_registered`, `display_name`) VALUES ('admin', '$P$B', 'a@b.example', '2024-01-02 03:04:05', 'Änne'), ('edda', '$P$C', 'e@b.example', '2024-01-03 00:00:00', 'Edda');
INSERT INTO `wp_usermeta` (`user_id`, `meta_key`, `meta_value`) VALUES (1, 'wp_capabilities', 'a:1:{s:13:"administrator";b:1;}'), (2, 'wp_capabilities', 'a:1:{s:6:"editor";b:1;}'), (1, 'wp_user_level', '10'), (2, 'wp_user_level', '7');
SELECT * FROM wp_users WHERE user_login = 'ADMIN' LIMIT 1;
SELECT user_id, meta_key, meta_value FROM wp_usermeta WHERE user_id IN (1,2) ORDER BY umeta_id ASC;
SELECT COUNT(NULLIF(`meta_value` LIKE '%"administrator"%', false)), COUNT(NULLIF(`meta_value` LIKE '%"editor"%', false)), COUNT(NULLIF(`meta_value` = 'a:0:{}', false)), COUNT(*) FROM wp_usermeta INNER JOIN wp_users ON user_id = ID WHERE meta_key = 'wp_capabilities';
SELECT SQL_CALC_FOUND_ROWS wp_users.ID FROM wp_users INNER JOIN wp_usermeta ON ( wp_users.ID = wp_usermeta.user_id ) INNER JOIN wp_usermeta AS mt1 ON ( wp_users.ID = mt1.user_id ) WHERE 1=1 AND ( wp_usermeta.meta_key = 'wp_capabilities' AND ( mt1.meta_key = 'wp_user_level' AND CAST(mt1.meta_value AS SIGNED) >= 7 ) ) ORDER BY user_login ASC LIMIT 0, 1;
SELECT FOUND_ROWS();
-- Posts
INSERT INTO `wp_posts` (`post_author`, `post_date`, `post_date_gmt`, `post_content`, `post_title`, `post_excerpt`, `post_status`, `post_name`, `post_modified`, `guid`) VALUES (1, '2024-02-01 10:00:00', '2024-02-01 09:00:00', '<p>Hello 🌍 it''s 100% "here"\\n</p>', 'Hello world', '', 'publish', 'hello-world', '2024-02-01 10:00:00', ''), (2, '2024-02-02 10:00:00', '2024-02-02 09:00:00', 'Über alles', 'Zweiter', '', 'publish', 'zweiter', '2024-02-03 10:00:00', ''), (2, '2024-02-03 10:00:00', '0000-00-00 00:00:00', 'draft text', 'Entwurf', '', 'draft', '', '2024-02-03 10:00:00', '');
INSERT INTO `wp_posts` (`post_author`, `post_content`, `post_title`, `post_excerpt`, `post_status`, `post_type`, `post_parent`, `menu_order`) VALUES (1, 'rev', 'Hello world', '', 'inherit', 'revision', 1, 0), (1, 'About us', 'About', '', 'publish', 'page', 0, 2), (1, 'Imprint', 'Imprint', '', 'publish', 'page', 5, 1);
INSERT INTO wp_postmeta (post_id, meta_key, meta_value) VALUES (1, '_price', '9.5'), (2, '_price', '10'), (1, '_edit_lock', '1:1'), (2, 'color', 'Red'), (5, 'color', 'blue');
INSERT INTO wp_terms (name, slug) VALUES ('Uncategorized', 'uncategorized'), ('Straße', 'strasse'), ('News', 'news');
INSERT INTO wp_term_taxonomy (term_id, taxonomy, description) VALUES (1, 'category', ''), (2, 'post_tag', ''), (3, 'category', 'news');
INSERT INTO `wp_term_relationships` (`object_id`, `term_taxonomy_id`, `term_order`) VALUES (1, 1, 0), (1, 2, 0), (2, 3, 0) ON DUPLICATE KEY UPDATE term_order = VALUES(term_order);
INSERT INTO `wp_term_relationships` (`object_id`, `term_taxonomy_id`, `term_order`) VALUES (1, 2, 4) ON DUPLICATE KEY UPDATE term_order = VALUES(term_order);
UPDATE wp_term_taxonomy SET count = (SELECT COUNT(*) FROM wp_term_relationships, wp_posts WHERE wp_posts.ID = wp_term_relationships.object_id AND post_status IN ('publish') AND post_type IN ('post') AND wp_term_relationships.term_taxonomy_id = wp_term_taxonomy.term_taxonomy_id) WHERE taxonomy <> 'nav';
SELECT SQL_CALC_FOUND_ROWS wp_posts.ID FROM wp_posts WHERE 1=1 AND ((wp_posts.post_type = 'post' AND (wp_posts.post_status = 'publish' OR wp_posts.post_status = 'private'))) ORDER BY wp_posts.post_date DESC LIMIT 0, 1;
SELECT FOUND_ROWS();
SELECT wp_posts.* FROM wp_posts WHERE ID IN (2,1) ORDER BY FIELD( wp_posts.ID, 2,1 );
SELECT SQL_CALC_FOUND_ROWS wp_posts.ID FROM wp_posts LEFT JOIN wp_term_relationships ON (wp_posts.ID = wp_term_relationships.object_id) INNER JOIN wp_postmeta ON ( wp_posts.ID = wp_postmeta.post_id ) WHERE 1=1 AND ( wp_term_relationships.term_taxonomy_id IN (1,3) ) AND ( wp_postmeta.meta_key = '_price' ) AND wp_posts.post_type = 'post' AND ((wp_posts.post_status = 'publish')) GROUP BY wp_posts.ID ORDER BY wp_postmeta.meta_value+0 DESC LIMIT 0, 10;
SELECT wp_posts.ID FROM wp_posts WHERE 1=1 AND (((wp_posts.post_title LIKE '%hello%') OR (wp_posts.post_excerpt LIKE '%hello%') OR (wp_posts.post_content LIKE '%hello%'))) AND (wp_posts.post_password = '') AND wp_posts.post_type IN ('post', 'page', 'attachment') ORDER BY (CASE WHEN wp_posts.post_title LIKE '%hello%' THEN 1 ELSE 2 END), wp_posts.post_date DESC LIMIT 0, 10;
SELECT t.*, tt.*, tr.object_id FROM wp_terms AS t INNER JOIN wp_term_taxonomy AS tt ON t.term_id = tt.term_id INNER JOIN wp_term_relationships AS tr ON tr.term_taxonomy_id = tt.term_taxonomy_id WHERE tt.taxonomy IN ('category', 'post_tag', 'post_format') AND tr.object_id IN (1, 2) ORDER BY t.name ASC;
SELECT DISTINCT t.term_id FROM wp_terms AS t WHERE t.slug = 'STRASSE' OR t.name = 'strasse';
SELECT post_id, meta_key, meta_value FROM wp_postmeta WHERE post_id IN (1,2) ORDER BY meta_id ASC;
SELECT DISTINCT meta_key FROM wp_postmeta WHERE meta_key NOT BETWEEN '_' AND '_z' HAVING meta_key NOT LIKE '\\_%' ORDER BY meta_key LIMIT 30;
SELECT YEAR(post_date) AS `year`, MONTH(post_date) AS `month`, count(ID) as posts FROM wp_posts WHERE post_type = 'post' AND post_status = 'publish' GROUP BY YEAR(post_date), MONTH(post_date) ORDER BY post_date DESC;
SELECT post_status, COUNT( * ) AS num_posts FROM wp_posts WHERE post_type = 'post' GROUP BY post_status ORDER BY post_status;
SELECT p.ID FROM wp_posts AS p WHERE p.post_date < '2024-02-02 10:00:00' AND p.post_type = 'post' AND ( p.post_status = 'publish' OR p.post_status = 'private' ) ORDER BY p.post_date DESC LIMIT 1;
SELECT ID, post_name, post_parent, post_type FROM wp_posts WHERE post_name IN ('hello-world') AND post_type IN ('page','attachment','post');
SELECT DATE_FORMAT(post_modified, '%Y-%m') AS m, MAX(post_modified) FROM wp_posts WHERE post_status = 'publish' GROUP BY m ORDER BY m;
INSERT INTO wp_comments (comment_post_ID, comment_author, comment_date_gmt, comment_content, comment_approved) VALUES (1, 'Max', '2024-02-05 00:00:00', 'nice', '1'), (1, 'Spammer', '2024-02-05 00:00:01', 'buy', 'spam'), (2, 'Max', '2024-02-06 00:00:00', 'ok', '0');
SELECT comment_approved, COUNT( * ) AS total FROM wp_comments GROUP BY comment_approved ORDER BY comment_approved;
UPDATE wp_posts SET comment_count = (SELECT COUNT(*) FROM wp_comments WHERE comment_post_ID = wp_posts.ID AND comment_approved = '1') WHERE ID IN (1, 2);
SELECT ID, comment_count FROM wp_posts WHERE comment_count > 0;
SELECT comment_post_ID, COUNT(comment_ID) as num_comments FROM wp_comments WHERE comment_post_ID IN ( '1','2' ) AND comment_approved = '0' GROUP BY comment_post_ID;
DELETE pm FROM wp_postmeta pm LEFT JOIN wp_posts wp ON wp.ID = pm.post_id WHERE wp.ID IS NULL OR pm.meta_key = '_edit_lock';
REPLACE INTO `wp_options` (`option_name`, `option_value`, `autoload`) VALUES ('siteurl', 'https://blog.example', 'yes');
SELECT COUNT(*) FROM wp_options WHERE option_name = 'siteurl';
SELECT GET_LOCK('wp_upgrade', 1), IS_FREE_LOCK('wp_upgrade'), RELEASE_LOCK('wp_upgrade');
UPDATE `wp_posts` SET `post_status` = 'trash' WHERE `ID` = 3;
DELETE FROM `wp_posts` WHERE `ID` = 3;
SELECT LENGTH('🌍') AS bytes, CHAR_LENGTH('🌍') AS characters, CONVERT( LEFT( CONVERT( 'Grüße' USING utf8mb4 ), 3 ) USING utf8mb4 );
SHOW TABLES;
