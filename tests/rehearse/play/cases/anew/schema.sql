CREATE TABLE users (id INT PRIMARY KEY, preferences LONGTEXT) CHARACTER SET utf8 COLLATE utf8_general_ci;
