INSERT INTO t VALUES (1, '🌷', '🌷');
INSERT INTO t (id, a) VALUES (1, 'x') ON DUPLICATE KEY UPDATE a = '🌷', b = '🌷🌷';
INSERT INTO k VALUES (1, '🌷');
-- verso:ignore the vendor knows until 2130-01-01
INSERT INTO k VALUES (2, '🌷🌷');
INSERT INTO k VALUES (3, '🌷🌷🌷'); -- verso:ignore over until 2020-01-01
SELECT count(*) FROM k;
