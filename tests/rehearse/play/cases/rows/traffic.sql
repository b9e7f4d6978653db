-- old columns are compared by utf8mb4_bin at 2.1.7
select id from word where a = 'ABC';
select a, count(*) from word group by b, a order by a;
select word.id from word join note on word.a = note.a where word.`b` = 'ONE';
select count(distinct a) from word;
select id from low;
update word set b = 'three' where a = 'Abc';
select b from word where id = 1;
-- text is cut from 2.1.2 on, by a trigger as well
insert ignore into note values (3, 'a 🌷 b');
delete from note where id = 1;
show create table note;
select @@character_set_server;
