-- Character sets written, left out and mixed: tables, columns, databases.
CREATE DATABASE archive CHARACTER SET utf8mb4;
CREATE TABLE plain (id INT PRIMARY KEY, note TEXT, KEY k (note(20)));
CREATE TABLE narrow (id INT PRIMARY KEY, name VARCHAR(30) NOT NULL) DEFAULT CHARSET=utf8;
CREATE TABLE wide (id INT PRIMARY KEY, name VARCHAR(30) NOT NULL) DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;
CREATE TABLE mixed (
	id INT PRIMARY KEY,
	code CHAR(3) CHARACTER SET latin1,
	word VARCHAR(10) CHARACTER SET ascii,
	title VARCHAR(40) CHARACTER SET utf8mb4,
	body MEDIUMTEXT,
	kind ENUM('a', 'b') DEFAULT 'a',
	raw VARBINARY(20)
) CHARSET=utf8;
CREATE TABLE archive.old (id INT PRIMARY KEY, name VARCHAR(10));
INSERT INTO plain VALUES (1, 'plain'), (2, NULL);
INSERT INTO narrow VALUES (1, 'wide 🌷'), (2, 'narrow');
INSERT INTO mixed VALUES (1, 'abc', 'word', 'title 🌷', 'body', 'b', x'f09f8cb7');
