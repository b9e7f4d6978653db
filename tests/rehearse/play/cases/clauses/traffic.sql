-- the row is written, and its text is cut: another effect, and no mere warning
insert ignore into made_plain values (2, 'two🌷2');
select a from made_plain where id = 2;
insert ignore into made_plain values (1, 'again');
