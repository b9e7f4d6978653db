/**
 * Style of the HTML report: light and dark as the reader's system, tables that scroll, paper.
 */
export const style = `
:root{color-scheme:light dark;--back:#fff;--raised:#f6f7f9;--line:#d9dde3;--text:#1b2027;--dim:#59636e;--link:#0b57b0;
--red:#b3261e;--red-back:#fdeceb;--amber:#8a5300;--amber-back:#fff3df;--green:#1a6b34;--green-back:#e8f5ec;
--blue:#1f5f99;--blue-back:#e7f1fb;--code:#eef0f3}
@media (prefers-color-scheme:dark){:root{--back:#14181d;--raised:#1c2128;--line:#343b45;--text:#e3e7ec;--dim:#9aa5b1;
--link:#7ab7ff;--red:#ff9d94;--red-back:#3a1c1b;--amber:#f2bd6b;--amber-back:#33270f;--green:#86d69b;
--green-back:#16301e;--blue:#8fc3f5;--blue-back:#15293d;--code:#262c34}}
*{box-sizing:border-box}
html{scroll-padding-top:6.5rem}
body{margin:0;background:var(--back);color:var(--text);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
header,main,footer{max-width:78rem;margin:0 auto;padding:0 1.25rem}
h1{font-size:1.5rem;margin:1.5rem 0 .25rem}
h2{font-size:1.2rem;margin:2.25rem 0 .75rem}
h3{font-size:1rem;margin:0}
p{margin:.4rem 0}
a{color:var(--link)}
a:focus-visible,summary:focus-visible,input:focus-visible,select:focus-visible,button:focus-visible,
.scroll:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.skip{position:absolute;left:-100rem}
.skip:focus{left:1rem;top:1rem;background:var(--back);padding:.5rem;z-index:9}
.dim{color:var(--dim)}
.path{display:flex;flex-wrap:wrap;gap:.35rem;align-items:center;font-size:1.1rem;margin:.5rem 0}
.path b{background:var(--raised);border:1px solid var(--line);border-radius:.4rem;padding:.1rem .5rem}
.verdict{border-radius:.5rem;padding:.7rem 1rem;margin:1rem 0;font-weight:600}
.bad{background:var(--red-back);color:var(--red)}
.fair{background:var(--amber-back);color:var(--amber)}
.good{background:var(--green-back);color:var(--green)}
.note{background:var(--blue-back);color:var(--blue)}
.scroll{overflow-x:auto}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{text-align:left;padding:.3rem .7rem;border-bottom:1px solid var(--line);vertical-align:top}
thead th{color:var(--dim);font-weight:600;white-space:nowrap}
td.number,th.number{text-align:right;white-space:nowrap}
code,pre{font:13px/1.45 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
pre{background:var(--code);border-radius:.4rem;padding:.6rem .8rem;margin:.5rem 0;overflow-x:auto;white-space:pre-wrap;
overflow-wrap:anywhere}
code{overflow-wrap:anywhere}
ins{background:var(--green-back);color:var(--green);text-decoration:underline}
del{background:var(--red-back);color:var(--red)}
.filter{position:sticky;top:0;z-index:5;background:var(--back);border-bottom:1px solid var(--line);display:none;
flex-wrap:wrap;gap:.6rem 1rem;align-items:center;padding:.6rem 0;margin-top:1rem}
.live .filter{display:flex}
.filter input[type=search]{min-width:14rem;flex:1}
.filter input,.filter select,.filter button{font:inherit;color:inherit;background:var(--raised);
border:1px solid var(--line);border-radius:.4rem;padding:.25rem .5rem}
.finding{border:1px solid var(--line);border-left:5px solid var(--line);border-radius:.5rem;background:var(--raised);
padding:.8rem 1rem;margin:.9rem 0}
.finding.breaks{border-left-color:var(--red)}
.finding.loses-effect,.finding.rows-differ,.finding.count-differs,.finding.effect-differs{border-left-color:var(--amber)}
.finding:target,tr:target{outline:3px solid var(--link);outline-offset:1px}
.head{display:flex;flex-wrap:wrap;gap:.3rem .7rem;align-items:baseline}
.head .dim{margin-left:auto}
.chip{display:inline-block;border-radius:1rem;padding:.05rem .6rem;font-size:.85rem;font-weight:600;white-space:nowrap}
p.chip{display:block;white-space:normal;border-radius:.5rem}
ul.places{list-style:none;padding:0;margin:.5rem 0}
ul.places li{padding:.12rem 0}
ul.places a{white-space:nowrap;margin-right:.6rem}
details{margin:.4rem 0}
summary{cursor:pointer;color:var(--link)}
td details{margin:0}
td summary{color:inherit}
nav{display:flex;flex-wrap:wrap;gap:.3rem 1.2rem;margin-top:1.2rem}
.ways{margin-top:.6rem;width:100%}
.ways td:first-child,.ways td.number{white-space:nowrap;width:8.5rem}
.ways td:nth-child(2){width:45%}
.scroll.tall{max-height:85vh;overflow:auto}
.ways caption,.matrix caption{text-align:left;font-weight:600;padding:.2rem 0}
.matrix{width:100%}
.matrix thead th{position:sticky;top:0;background:var(--back)}
.matrix td{font-size:.9rem}
.matrix td.place,.matrix td.at{white-space:nowrap}
.matrix td.at a{color:inherit;font-weight:600}
.matrix td.text{min-width:18rem}
[hidden]{display:none!important}
footer{margin-top:2.5rem;padding-bottom:2rem;color:var(--dim);border-top:1px solid var(--line);padding-top:1rem}
@media (max-width:40rem){body{font-size:14px}.head .dim{margin-left:0}.filter{position:static}
html{scroll-padding-top:0}th,td{padding:.3rem .4rem}.matrix td.text{min-width:11rem}
.matrix td.place{white-space:normal;overflow-wrap:anywhere;min-width:7.5rem}}
@media print{.filter{display:none!important}.finding{break-inside:avoid;background:none}body{font-size:11px}}
`;
