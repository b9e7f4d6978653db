create table t (a varchar(9) character set latin1, b varchar(9)) charset=latin1;
create table u (a varchar(9)) charset=utf8;
create table w (a varchar(9)) charset=ascii;
