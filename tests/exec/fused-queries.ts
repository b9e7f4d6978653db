/**
 * Questions for `fused.test.ts`: of each kind of key, aggregate and condition some.
 *
 * In: nothing. Out: queries over the tables t and p that the test makes.
 */
const conditions: readonly string[] = [
	"n > 0", "n >= -1 and n < 100", "m between -2 and 3", "m not between -2 and 3", "not (m > 2)", "n is null", "n is not null", "not (n = 3)",
	"n = 1 or m = 2", "n in (1, 2, 3)", "n not in (1, 2, 3)", "m in (1, null)", "b > 9007199254740993", "u > 18446744073709551000", "b = u", "d > 10",
	"d = 1.5", "d < m", "h > d", "f > 1", "f = 0", "v = 'a'", "v <> 'a'", "v < 'ab'", "w >= 'a'", "v like '%b%'", "v not like 'a%'", "w like 'a'", "w like '%'",
	"w like '_b%'", "w like '%c'", "w like 'x\\%y'", "c = 'abc'", "c like '%B%'", "v = w", "day > '2020-06-01'", "at > '2010-01-01'", "e = 'one'",
	"n + m > 3", "n * m < 100", "b + 1 > 0", "n / 2 > 1", "length(w) > 1", "v is null or length(v) > 2", "w > 0", "n <=> null", "late = 7", "note = 'none'",
	"n in (select id from p)", "m in (select k from p)", "b in (select id from p)", "n in (select id from p where k > 100)", "not (n is null or m > 2)",
	"n between m and 5", "m = -1 and v in ('a', 'b')", "n & 1", "d between 1 and 2.5", "m xor n", "if(n > 1, m, 0)",
];

const aggregates: readonly string[] = [
	"count(*)", "count(n)", "count(v)", "sum(n)", "sum(m)", "sum(b)", "sum(u)", "sum(d)", "sum(h)", "sum(f)", "sum(v)", "sum(n * 2 + m)", "sum(d * m)", "sum(d + n)", "sum(f * 2)",
	"sum(b * 1)", "avg(n)", "avg(d)", "avg(f)", "avg(h)", "min(n)", "max(n)", "min(b)", "max(u)", "min(d)", "max(f)", "min(v)", "max(w)", "min(c)", "min(day)", "max(at)", "min(e)",
	"count(distinct n)", "count(distinct m)", "count(distinct b)", "count(distinct u)", "count(distinct d)", "count(distinct f)", "count(distinct v)", "count(distinct w)",
	"count(distinct c)", "count(distinct n, m)", "sum(distinct n)", "avg(distinct d)", "sum(distinct f)", "count(distinct late)", "count(distinct note)", "count(distinct e)",
	"group_concat(m order by id)", "group_concat(distinct w order by w desc separator '/')", "bit_or(m)", "std(m)", "sum(n / 3)", "avg(n + 0.5)", "sum(length(w))", "sum(n > m)", "sum(day)",
	"max(at)", "sum(-n)", "sum(n - m)", "sum(u - 1)", "sum(late)", "max(note)",
];

const keys: readonly string[] = [
	"n", "m", "b", "u", "d", "h", "f", "v", "w", "c", "day", "at", "e", "late", "note", "n, m", "v, w", "c, m", "n > 1", "length(w)", "b, u, d", "v, day", "m + 1", "year(day)", "c, v", "f, h",
];

const joins: readonly string[] = [
	"t join p on p.id = t.m", "t join p on p.id = t.n", "t join p on p.id = t.b", "t left join p on p.id = t.n", "t left join p on p.id = t.m", "t join p on p.k = t.m",
	"t left join p on p.k = t.n", "t join p on p.name = t.w", "t left join p on p.name = t.v", "t join p on p.name = t.c", "t join p on p.id = t.d", "t join p on p.id = t.f",
	"t join p on p.k = t.m and p.name = t.w", "t join p on p.id = t.m and p.k > 1", "t left join p on p.id = t.m and p.k = 1", "t left join p on p.id = t.m and t.n > 0",
	"t join p on p.id = t.m and p.name < t.w", "t join p on p.id = t.m + 1", "t join p on p.k = t.n % 3", "t natural join p",
];

/** Each aggregate without groups, in groups, and behind a condition; each condition, each key. */
export const fusedQueries: readonly string[] = [
	...aggregates.map((aggregate) => `select ${aggregate} from t`),
	...aggregates.map((aggregate, at) => `select ${keys[at % keys.length]}, ${aggregate}, count(*) from t group by ${keys[at % keys.length]}`),
	...aggregates.map((aggregate, at) => `select ${aggregate} from t where ${conditions[at % conditions.length]}`),
	...conditions.map((condition) => `select count(*), sum(m) from t where ${condition}`),
	...keys.map((key) => `select ${key}, count(*), sum(n), min(w) from t group by ${key}`),
	...keys.map((key, at) => `select ${key}, max(id) from t where ${conditions[(at * 3) % conditions.length]} group by ${key} having count(*) > 1 order by 2 desc`),
	...joins.map((join) => `select count(*), sum(n), min(p.name), max(p.id) from ${join}`),
	...joins.map((join) => `select p.name, p.k, count(*), sum(m), sum(p.k), count(p.id) from ${join} group by p.name, p.k`),
	"select p.id, any_value(p.name), sum(n) from t join p on p.id = t.m group by p.id",
	"select p.k, count(*) from t join p on p.id = t.m where p.k > 1 and n > 0 group by p.k",
	"select q.name, count(*), sum(p.k) from t join p on p.id = t.m left join p q on q.k = p.k group by q.name",
	"select count(*) from t join (select k, count(*) c from p group by k) g on g.k = t.m where g.c > 1",
	"select count(*), sum(p.id) from t left join p on p.id = t.m where p.id is null",
	...keys.map((key) => `select distinct ${key} from t`),
	...keys.map((key, at) => `select distinct ${key} from t where ${conditions[(at * 5) % conditions.length]} limit 3`),
	...conditions.map((condition) => `select id, n, w, f, late from t where ${condition}`),
	...keys.map((key) => `select id, w, n, at from t order by ${key}, id limit 5`),
	...keys.map((key) => `select id, w, n from t order by ${key.replaceAll(",", " desc,")} desc limit 3, 4`),
	...joins.map((join) => `select t.id, p.*, w from ${join} order by p.id desc, t.id limit 4`),
	...joins.map((join) => `select t.id, p.*, n + m from ${join} where m > 0`),
	"select n, m from t order by n * m desc limit 5",
	"select id from t order by v limit 0",
	"select id, n from t order by id desc limit 5",
	"select * from t limit 7",
	"select distinct n from t order by n limit 3",
	"select n from t where m > 0 union select m from t where n > 0 order by 1",
	"insert into p select id + 100000, m, 'new' from t where id = -1",
	"select any_value(w), any_value(at), n, count(*) from t group by n",
	"select any_value(v), count(*) from t",
	"select id, w, count(*) from t group by id",
	"select count(*) from t where id between 5 and 20",
	"select m, count(*), sum(n) from t where m between 0 and 2 group by m",
	"select v, count(*) from t where v between 'a' and 'b' group by v",
	"select sum(x) from (select m x, count(*) c from t group by m) g where c > 1",
	"select count(*) from t where id > (select min(id) from p)",
	"select m, (select count(*) from p where p.k = t.m) from t group by m",
	"select (select max(n) from t where t.m = p.k) from p order by id",
];
