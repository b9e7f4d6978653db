-- its first row is there once, whatever lets it through
call twice('a');
select count(*) from item;
call into_any('item', 'a 🌷');
-- the name of the table stands in no text
call ignored('gol');
select note from log order by id;
update item set a = 'b' where a = 'first';
set @text = 'insert into item (a) values (?)';
prepare add_item from @text;
set @value = '🌷';
execute add_item using @value;
call widen();
prepare wider from 'alter table item modify a varchar(70)';
execute wider;
