-- MediaWiki: titles are bytes, timestamps are fourteen bytes, and what is shown comes out of joins.
SET /* open */ sql_mode = '';
SELECT DATABASE();
CREATE TABLE page (
	page_id INT UNSIGNED AUTO_INCREMENT NOT NULL,
	page_namespace INT NOT NULL,
	page_title VARBINARY(255) NOT NULL,
	page_is_redirect TINYINT UNSIGNED DEFAULT 0 NOT NULL,
	page_random DOUBLE UNSIGNED NOT NULL,
	page_touched BINARY(14) NOT NULL,
	page_links_updated BINARY(14) DEFAULT NULL,
	page_latest INT UNSIGNED NOT NULL,
	page_len INT UNSIGNED NOT NULL,
	page_content_model VARBINARY(32) DEFAULT NULL,
	UNIQUE INDEX page_name_title (page_namespace, page_title),
	INDEX page_random (page_random),
	INDEX page_len (page_len),
	INDEX page_redirect_namespace_len (page_is_redirect, page_namespace, page_len),
	PRIMARY KEY(page_id)
) ENGINE=InnoDB, DEFAULT CHARSET=binary;
CREATE TABLE revision (
	rev_id BIGINT UNSIGNED AUTO_INCREMENT NOT NULL,
	rev_page INT UNSIGNED NOT NULL,
	rev_comment_id BIGINT UNSIGNED DEFAULT 0 NOT NULL,
	rev_actor BIGINT UNSIGNED DEFAULT 0 NOT NULL,
	rev_timestamp BINARY(14) NOT NULL,
	rev_minor_edit TINYINT UNSIGNED DEFAULT 0 NOT NULL,
	rev_deleted TINYINT UNSIGNED DEFAULT 0 NOT NULL,
	rev_len INT UNSIGNED DEFAULT NULL,
	rev_parent_id BIGINT UNSIGNED DEFAULT NULL,
	rev_sha1 VARBINARY(32) DEFAULT '' NOT NULL,
	INDEX rev_timestamp (rev_timestamp),
	INDEX rev_page_timestamp (rev_page, rev_timestamp),
	INDEX rev_actor_timestamp (rev_actor, rev_timestamp, rev_id),
	PRIMARY KEY(rev_id)
) ENGINE=InnoDB, DEFAULT CHARSET=binary;
CREATE TABLE actor (actor_id BIGINT UNSIGNED AUTO_INCREMENT NOT NULL, actor_user INT UNSIGNED DEFAULT NULL, actor_name VARBINARY(255) NOT NULL, UNIQUE INDEX actor_user (actor_user), UNIQUE INDEX actor_name (actor_name), PRIMARY KEY(actor_id)) ENGINE=InnoDB, DEFAULT CHARSET=binary;
CREATE TABLE comment (comment_id BIGINT UNSIGNED AUTO_INCREMENT NOT NULL, comment_hash INT NOT NULL, comment_text BLOB NOT NULL, comment_data BLOB DEFAULT NULL, INDEX comment_hash (comment_hash), PRIMARY KEY(comment_id)) ENGINE=InnoDB, DEFAULT CHARSET=binary;
CREATE TABLE `text` (old_id INT UNSIGNED AUTO_INCREMENT NOT NULL, old_text MEDIUMBLOB NOT NULL, old_flags TINYBLOB NOT NULL, PRIMARY KEY(old_id)) ENGINE=InnoDB, DEFAULT CHARSET=binary;
CREATE TABLE pagelinks (pl_from INT UNSIGNED DEFAULT 0 NOT NULL, pl_namespace INT DEFAULT 0 NOT NULL, pl_title VARBINARY(255) DEFAULT '' NOT NULL, pl_from_namespace INT DEFAULT 0 NOT NULL, INDEX pl_namespace (pl_namespace, pl_title, pl_from), INDEX pl_backlinks_namespace (pl_from_namespace, pl_namespace, pl_title, pl_from), PRIMARY KEY(pl_from, pl_namespace, pl_title)) ENGINE=InnoDB, DEFAULT CHARSET=binary;
CREATE TABLE categorylinks (cl_from INT UNSIGNED DEFAULT 0 NOT NULL, cl_to VARBINARY(255) DEFAULT '' NOT NULL, cl_sortkey VARBINARY(230) DEFAULT '' NOT NULL, cl_sortkey_prefix VARBINARY(255) DEFAULT '' NOT NULL, cl_timestamp TIMESTAMP NOT NULL, cl_collation VARBINARY(32) DEFAULT '' NOT NULL, cl_type ENUM('page', 'subcat', 'file') DEFAULT 'page' NOT NULL, INDEX cl_sortkey (cl_to, cl_type, cl_sortkey, cl_from), INDEX cl_timestamp (cl_to, cl_timestamp), PRIMARY KEY(cl_from, cl_to)) ENGINE=InnoDB, DEFAULT CHARSET=binary;
CREATE TABLE image (img_name VARBINARY(255) DEFAULT '' NOT NULL, img_size BIGINT UNSIGNED DEFAULT 0 NOT NULL, img_metadata MEDIUMBLOB NOT NULL, img_media_type ENUM('UNKNOWN', 'BITMAP', 'DRAWING', 'AUDIO', 'VIDEO', '3D') DEFAULT NULL, img_major_mime ENUM('unknown', 'application', 'audio', 'image', 'text', 'chemical') DEFAULT 'unknown' NOT NULL, img_timestamp BINARY(14) NOT NULL, img_sha1 VARBINARY(32) DEFAULT '' NOT NULL, INDEX img_sha1 (img_sha1(10)), INDEX img_media_mime (img_media_type, img_major_mime), PRIMARY KEY(img_name)) ENGINE=InnoDB, DEFAULT CHARSET=binary;
CREATE TABLE objectcache (keyname VARBINARY(255) DEFAULT '' NOT NULL, value MEDIUMBLOB DEFAULT NULL, exptime BINARY(14) NOT NULL, modtoken VARCHAR(17) DEFAULT '00000000000000000' NOT NULL, flags INT UNSIGNED DEFAULT NULL, INDEX exptime (exptime), PRIMARY KEY(keyname)) ENGINE=InnoDB, DEFAULT CHARSET=binary;
CREATE TABLE site_stats (ss_row_id INT UNSIGNED NOT NULL, ss_total_edits BIGINT UNSIGNED DEFAULT NULL, ss_good_articles BIGINT UNSIGNED DEFAULT NULL, PRIMARY KEY(ss_row_id)) ENGINE=InnoDB, DEFAULT CHARSET=binary;
CREATE TABLE user (user_id INT UNSIGNED AUTO_INCREMENT NOT NULL, user_name VARBINARY(255) DEFAULT '' NOT NULL, user_password TINYBLOB NOT NULL, user_email TINYTEXT NOT NULL, user_touched BINARY(14) NOT NULL, user_token BINARY(32) DEFAULT '                                ' NOT NULL, user_editcount INT UNSIGNED DEFAULT NULL, UNIQUE INDEX user_name (user_name), INDEX user_email (user_email(50)), PRIMARY KEY(user_id)) ENGINE=InnoDB, DEFAULT CHARSET=binary;
CREATE TABLE job (job_id INT UNSIGNED AUTO_INCREMENT NOT NULL, job_cmd VARBINARY(60) DEFAULT '' NOT NULL, job_namespace INT NOT NULL, job_title VARBINARY(255) NOT NULL, job_params MEDIUMBLOB NOT NULL, job_random INT UNSIGNED DEFAULT 0 NOT NULL, job_attempts INT UNSIGNED DEFAULT 0 NOT NULL, job_token VARBINARY(32) DEFAULT '' NOT NULL, job_token_timestamp BINARY(14) DEFAULT NULL, job_sha1 VARBINARY(32) DEFAULT '' NOT NULL, INDEX job_cmd (job_cmd, job_namespace, job_title, job_params(128)), INDEX job_cmd_token (job_cmd, job_token, job_random), PRIMARY KEY(job_id)) ENGINE=InnoDB, DEFAULT CHARSET=binary;
SHOW COLUMNS FROM categorylinks;
SHOW INDEX FROM job;
SHOW INDEX FROM image;
-- An account and its first page
INSERT /* addUser */ IGNORE INTO `user` (user_name,user_password,user_email,user_touched,user_token) VALUES ('Zoë',':pbkdf2:x','','20240101000000','abc');
SELECT user_id, HEX(user_name), LENGTH(user_token), user_editcount FROM `user` WHERE user_name = 'Zoë';
SELECT COUNT(*) FROM `user` WHERE user_name = 'zoë';
INSERT INTO actor (actor_user, actor_name) VALUES (1, 'Zoë'), (NULL, '127.0.0.1'), (NULL, '::1');
INSERT INTO comment (comment_hash, comment_text) VALUES (-123456, 'Erste Seite'), (2147483647, '');
INSERT INTO page (page_namespace,page_title,page_is_redirect,page_random,page_touched,page_latest,page_len) VALUES (0,'Hauptseite',0,0.123456789012,'20240101000000',0,0);
INSERT INTO `text` (old_text, old_flags) VALUES ('''''''Willkommen'''''' 🌐', 'utf-8'), (x'789c00ff', 'utf-8,gzip');
INSERT INTO revision (rev_page,rev_comment_id,rev_actor,rev_timestamp,rev_len,rev_parent_id,rev_sha1) VALUES (1,1,1,'20240101000000',22,0,'abcdefghijklmnopqrstuvwxyz01234'),(1,2,2,'20240102000000',30,1,''),(1,2,3,'20240103000000',25,2,'');
UPDATE page SET page_latest = 3, page_touched = '20240103000000', page_len = 25 WHERE page_id = 1 AND page_latest = 0;
UPDATE page SET page_latest = 4 WHERE page_id = 1 AND page_latest = 0;
INSERT IGNORE INTO page (page_namespace,page_title,page_random,page_touched,page_latest,page_len) VALUES (0,'hauptseite',0.75,'20240101000000',9,400),(1,'Hauptseite',0.9,'20240101000000',10,10),(0,'Straße',0.25,'20240104000000',11,1500),(2,'Zoë',0.6,'20240101000000',0,0),(0,'Hauptseite',0.5,'20240101000000',0,0);
SELECT page_id,page_namespace,page_title,page_is_redirect,page_random,page_len FROM page WHERE page_namespace = 0 AND page_title = 'Hauptseite' LIMIT 1;
SELECT page_id, page_title FROM page WHERE page_namespace = 0 AND page_title >= 'H' ORDER BY page_title LIMIT 5;
SELECT page_id FROM page WHERE page_namespace = 0 AND page_is_redirect = 0 AND page_random >= 0.2 ORDER BY page_random LIMIT 1;
SELECT rev_id,rev_page,rev_timestamp,rev_len,comment_text AS `rev_comment_text`,actor_name AS `rev_user_text`,COALESCE(actor_user, 0) AS u FROM `revision` JOIN `comment` `comment_rev_comment` ON ((comment_rev_comment.comment_id = rev_comment_id)) JOIN `actor` `actor_rev_user` ON ((actor_rev_user.actor_id = rev_actor)) LEFT JOIN `user` ON ((actor_rev_user.actor_user != 0) AND (user_id = actor_rev_user.actor_user)) WHERE rev_page = 1 ORDER BY rev_timestamp DESC,rev_id DESC LIMIT 51;
SELECT rev_id FROM `revision` FORCE INDEX (rev_page_timestamp) WHERE rev_page = 1 AND (rev_timestamp < '20240103000000' OR (rev_timestamp = '20240103000000' AND rev_id < 3)) ORDER BY rev_timestamp DESC LIMIT 1;
SELECT actor_rev_user.actor_name, COUNT(*) AS edits, MIN(rev_timestamp), MAX(rev_timestamp) FROM revision IGNORE INDEX (rev_timestamp) STRAIGHT_JOIN actor actor_rev_user ON actor_id = rev_actor GROUP BY actor_rev_user.actor_id ORDER BY actor_name;
-- Links and categories
INSERT IGNORE INTO pagelinks (pl_from,pl_namespace,pl_title,pl_from_namespace) VALUES (1,0,'Straße',0),(1,0,'Rotlink',0),(2,0,'Rotlink',0),(1,0,'Straße',0);
SELECT pl_namespace AS `namespace`,pl_title AS `title`,COUNT(*) AS `value` FROM pagelinks LEFT JOIN page ON page_namespace = pl_namespace AND page_title = pl_title WHERE page_namespace IS NULL GROUP BY pl_namespace, pl_title HAVING COUNT(*) > 1 ORDER BY value DESC;
SELECT page_title FROM page LEFT JOIN pagelinks ON page_namespace = pl_namespace AND page_title = pl_title WHERE pl_namespace IS NULL AND page_namespace = 0 AND page_is_redirect = 0 ORDER BY page_title;
INSERT INTO categorylinks (cl_from,cl_to,cl_sortkey,cl_timestamp,cl_collation,cl_type) VALUES (1,'Alles','HAUPTSEITE','2024-01-01 00:00:00','uppercase','page'),(4,'Alles','STRASSE\nx','2024-01-02 00:00:00','uppercase','page'),(5,'Alles','B','2024-01-03 00:00:00','uppercase','subcat');
SELECT page_title, cl_sortkey, cl_type FROM page INNER JOIN categorylinks FORCE INDEX (cl_sortkey) ON cl_from = page_id WHERE cl_to = 'Alles' AND cl_type IN ('page','subcat') ORDER BY cl_type, cl_sortkey LIMIT 201;
SELECT cl_type, cl_type + 0, COUNT(*) FROM categorylinks GROUP BY cl_type ORDER BY cl_type;
UPDATE categorylinks SET cl_type = 'file' WHERE cl_from = 5;
REPLACE INTO objectcache (keyname,value,exptime) VALUES ('wiki:pcache:1','x','20240101000000'),('wiki:pcache:1','y','20250101000000');
INSERT INTO objectcache (keyname,value,exptime,modtoken) VALUES ('wiki:counter','1','20250101000000','a') ON DUPLICATE KEY UPDATE value = CAST(value AS SIGNED) + 1, exptime = VALUES(exptime);
INSERT INTO objectcache (keyname,value,exptime,modtoken) VALUES ('wiki:counter','1','20250202000000','a') ON DUPLICATE KEY UPDATE value = CAST(value AS SIGNED) + 1, exptime = VALUES(exptime);
SELECT keyname, value, exptime, modtoken FROM objectcache WHERE keyname IN ('wiki:pcache:1', 'wiki:counter') ORDER BY keyname;
DELETE FROM objectcache WHERE exptime < '20250102000000' ORDER BY exptime LIMIT 100;
INSERT INTO site_stats (ss_row_id, ss_total_edits, ss_good_articles) VALUES (1, 0, 0) ON DUPLICATE KEY UPDATE ss_row_id = ss_row_id;
UPDATE site_stats SET ss_total_edits = ss_total_edits + 1, ss_good_articles = ss_good_articles + 1 WHERE ss_row_id = 1;
SELECT * FROM site_stats;
-- Files and jobs
INSERT INTO image (img_name,img_size,img_metadata,img_media_type,img_major_mime,img_timestamp,img_sha1) VALUES ('Foto.jpg',12345678901,'a:0:{}','BITMAP','image','20240101000000','0123456789abcdef'),('Ton.ogg',5,'','AUDIO','audio','20240102000000','0123456789ffffff');
SELECT img_name, img_media_type FROM image WHERE img_media_type = 'BITMAP' AND img_major_mime = 'image';
SELECT img_name FROM image WHERE img_sha1 = '0123456789ffffff';
INSERT INTO job (job_cmd,job_namespace,job_title,job_params,job_random,job_sha1) VALUES ('refreshLinks',0,'Hauptseite','a:0:{}',5,'x'),('refreshLinks',0,'Straße','a:0:{}',9,'y'),('htmlCacheUpdate',0,'',x'00',1,'z');
UPDATE job SET job_token = 'tok', job_token_timestamp = '20240105000000', job_attempts = job_attempts+1 WHERE job_cmd = 'refreshLinks' AND job_token = '' ORDER BY job_random ASC LIMIT 1;
SELECT job_title, job_token, job_attempts FROM job ORDER BY job_id;
SELECT GET_LOCK('wiki:links-update', 5) AS lockstatus;
SELECT IS_FREE_LOCK('wiki:links-update'), IS_USED_LOCK('wiki:links-update') = CONNECTION_ID();
SELECT RELEASE_LOCK('wiki:links-update') AS lockstatus;
BEGIN;
SELECT page_latest FROM page WHERE page_id = 1 FOR UPDATE;
SELECT 1 FROM page WHERE page_id = 4 LOCK IN SHARE MODE;
SAVEPOINT wikimedia_rdbms_atomic1;
DELETE FROM page WHERE page_id = 1;
ROLLBACK TO SAVEPOINT wikimedia_rdbms_atomic1;
RELEASE SAVEPOINT wikimedia_rdbms_atomic1;
COMMIT;
(SELECT page_title, page_len FROM page WHERE page_namespace = 0 ORDER BY page_len DESC LIMIT 2) UNION ALL (SELECT page_title, page_len FROM page WHERE page_namespace = 1 LIMIT 2) ORDER BY page_len DESC LIMIT 3;
SELECT CONCAT(page_namespace, ':', page_title) AS t, GROUP_CONCAT(rev_id ORDER BY rev_id DESC SEPARATOR '|') AS revs FROM page JOIN revision ON rev_page = page_id GROUP BY page_id;
SELECT page_title FROM page WHERE page_title LIKE 'H%' ESCAPE '`' AND page_namespace IN (0, 1) ORDER BY page_namespace, page_id;
SELECT CONVERT(page_title USING utf8mb4) COLLATE utf8mb4_unicode_ci AS t FROM page WHERE page_namespace = 0 ORDER BY t, page_id;
SELECT LOWER(CONVERT(page_title USING utf8mb4)) = 'straße', LOWER(page_title) = page_title FROM page WHERE page_id = 4;
TRUNCATE TABLE objectcache;
SHOW TABLES;
