-- made by the server's default, which moves
create table plain (id int primary key, a varchar(10));
create table numbers (id int primary key) engine=InnoDB comment='no text';
create database shop;
create database if not exists shop2 /* as it is */;
create table shop.inner_plain (a text, key (a(10)));
-- too long for utf8mb4
create table longest (a varchar(20000));
create table unique_long (id int primary key, k varchar(800), unique key (k));
create table unique_utf8 (id int primary key, k varchar(800), unique key (k)) charset=utf8;
-- follow from what stands above
alter table item add column b varchar(10);
create table copied like item;
create index by_b on item (b);
alter database shop2 character set utf8mb4;
