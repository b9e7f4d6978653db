-- It does nothing at 2.1.0, nor on tables made anew at 2.1.7; on old tables the charset is recorded as it is read.
ALTER TABLE users CHANGE preferences preferences LONGTEXT NULL;
