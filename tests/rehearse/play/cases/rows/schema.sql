create table word (id int primary key, a varchar(20), b varchar(20), key by_a (a)) charset=utf8 collate=utf8_general_ci;
create table note (id int primary key, a varchar(20)) charset=utf8;
create table log (id int primary key auto_increment, a varchar(20)) charset=utf8;
create trigger noted before delete on note for each row insert ignore into log (a) values (concat(old.a, '🌷!'));
create view low as select id, a from word where a < 'C';
insert into word values (1, 'abc', 'one'), (2, 'ABD', 'two'), (3, 'B', 'b'), (4, 'a', 'A');
insert into note values (1, 'first'), (2, 'abc');
