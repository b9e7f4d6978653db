-- The first breaks; all but the last need what it does.
ALTER TABLE item CHANGE COLUMN name title VARCHAR(20);
INSERT INTO item (id, title) VALUES (2, 'a long title');
UPDATE item SET title = 'another title' WHERE id = 1;
CREATE INDEX by_title ON item (title);
SELECT id, title FROM item WHERE title LIKE 'a%' ORDER BY id;
INSERT INTO other VALUES (1);
