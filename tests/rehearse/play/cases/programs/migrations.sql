DELIMITER //
CREATE PROCEDURE grow()
BEGIN
	-- Two changes, of which each needs its clause.
	ALTER TABLE u8 MODIFY a VARCHAR(30);
	ALTER TABLE u8 MODIFY b MEDIUMTEXT;
END//
CREATE PROCEDURE outer_one() CALL grow()//
CREATE PROCEDURE composed()
BEGIN
	SET @words = 'ALTER TABLE l1 MODIFY a VARCHAR(50)';
	PREPARE known FROM @words;
	EXECUTE known;
END//
CREATE PROCEDURE of_table(name VARCHAR(20))
BEGIN
	SET @words = CONCAT('ALTER TABLE ', name, ' MODIFY a VARCHAR(60)');
	PREPARE unknown FROM @words;
	EXECUTE unknown;
END//
DELIMITER ;
CALL outer_one();
PREPARE literal FROM 'ALTER TABLE u8 MODIFY a VARCHAR(40)';
EXECUTE literal;
SET @words = CONCAT('ALTER TABLE ', 'm4', ' MODIFY a VARCHAR(40)');
PREPARE variable FROM @words;
EXECUTE variable;
CALL composed();
CALL of_table('u8');
