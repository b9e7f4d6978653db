select * from j;
