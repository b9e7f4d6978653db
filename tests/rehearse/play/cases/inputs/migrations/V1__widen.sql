alter table ${flyway:defaultSchema}.${table} modify a varchar(${size}) character set utf8;
-- from ${flyway:filename}
insert into ${table} values (1, '${who}');
insert into ${table} values (2, '${flyway:table}');
