create table item (id int primary key auto_increment, a varchar(20)) charset=utf8;
create table log (id int primary key auto_increment, note varchar(20)) charset=utf8;
delimiter //
create procedure twice(in x varchar(40))
begin
  insert into item (a) values ('first');
  insert into item (a) values (concat(x, '🌷'));
end//
create procedure into_any(in name varchar(40), in x varchar(40))
begin
  set @text = concat('insert into ', name, ' (a) values (''', x, ''')');
  prepare s from @text;
  execute s;
  deallocate prepare s;
end//
create procedure ignored(in name varchar(40))
begin
  set @text = concat('insert ignore into ', reverse(name), ' (note) values (''one 🌷 two'')');
  prepare s from @text;
  execute s;
end//
create procedure widen()
begin
  set @text = 'alter table item change column a a varchar(60)';
  prepare s from @text;
  execute s;
end//
create trigger logged after update on item for each row insert into log (note) values (concat(new.a, '🌷'))//
delimiter ;
