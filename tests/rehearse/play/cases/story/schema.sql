-- The documentation's whole story on one small schema.
CREATE TABLE t1 (a VARCHAR(10)) CHARSET=utf8;
CREATE TABLE t2 (id INT PRIMARY KEY, a VARCHAR(10), b INT) CHARSET=utf8;
CREATE TABLE t3 (id INT PRIMARY KEY, a VARCHAR(10));
INSERT INTO t2 VALUES (1, 'old', 1);
