CREATE TABLE stock (id INT PRIMARY KEY, amount INT NOT NULL, note VARCHAR(20)) CHARSET=utf8;
INSERT INTO stock VALUES (1, 10, 'one'), (2, 20, 'two'), (3, 30, 'three');
