insert into shop (name) values ('a🌷');
select name from shop;
create table extra (a varchar(10));
insert into extra values ('🌷');
alter table shop add column more varchar(10);
insert into shop (name, more) values ('x', '🌷');
