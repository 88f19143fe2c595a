import{D as e,O as t}from"./kept-DeRQ_-uh.js";import{n,r}from"./catalog-hJKJ1JQe.js";var i={safe:`You can send to these.`,risky:`Confirm these with the person before you send.`,unsafe:`Do not send to these: they bounce or hurt your sender reputation.`,unknown:`These could not be checked. Clean them again later.`,blank:`These rows have no address.`};function a({name:n,facts:r,counts:a,others:p},m){let h=e=>e.reduce((e,{count:t})=>e+t,0),g=h(a),_=e.map(e=>({status:e,count:h(a.filter(t=>t.status===e))})).filter(({count:e})=>e>0).map(e=>({...e,share:l(e.count/g)})),v=d(t(n));return`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${v}: cleaning report</title>
<style>${f}</style>
</head>
<body>
<main>
<header>
<p class="kind">Cleaning report</p>
<h1>${v}</h1>
<p class="facts">${[...r,u(m)].map(d).join(` · `)}</p>
</header>
<section aria-label="Result">
<div class="whole" role="img" aria-label="${_.map(({status:e,share:t})=>`${e} ${t}`).join(`, `)}">
${_.map(({status:e,count:t})=>`<span class="${e}" style="flex-grow:${t}"></span>`).join(`
`)}
</div>
<div class="cards">
${_.map(({status:e,count:t,share:n})=>`<div class="card ${e}"><p class="share">${n}</p><p class="word">${e}</p>
<p class="count">${c(t)} ${t===1?`row`:`rows`}</p><p class="advice">${i[e]}</p></div>`).join(`
`)}
</div>
</section>
<section>
<h2>By reason</h2>
<table>
<thead><tr><th scope="col">Reason</th><th scope="col">Status</th><th scope="col" class="bar">Share</th><th scope="col" class="number">Rows</th></tr></thead>
<tbody>
${o(a,g)}
</tbody>
</table>
</section>
${s(p)}
<footer>Created by Mailsift. This page loads nothing from the internet and contains no address.</footer>
</main>
</body>
</html>
`}function o(t,i){let a=Math.max(1,...t.map(({count:e})=>e));return[...t].sort((t,n)=>e.indexOf(t.status)-e.indexOf(n.status)||n.count-t.count).map(({status:e,reason:t,count:o})=>`<tr><td>${d(r(t))} <code>${d(t)}</code><p class="todo">${d(n(t))}</p></td><td><span class="tag ${e}">${e}</span></td><td class="bar"><span class="track"><span class="${e}" style="width:${Math.max(1,o/a*100).toFixed(1)}%"></span></span><span class="value">${l(o/i)}</span></td><td class="number">${c(o)}</td></tr>`).join(`
`)}function s(e){let t=e.filter(([,e])=>e>0).map(([e,t])=>`<tr><td>${d(e)}</td><td class="number">${c(t)}</td></tr>`);return t.length===0?``:`<section>\n<h2>Also found</h2>\n<table>\n<tbody>\n${t.join(`
`)}\n</tbody>\n</table>\n</section>`}var c=e=>e.toLocaleString(`en-US`),l=e=>`${(e*100).toFixed(1)}%`,u=e=>e.toISOString().slice(0,10);function d(e){return e.replaceAll(`&`,`&amp;`).replaceAll(`<`,`&lt;`).replaceAll(`>`,`&gt;`).replaceAll(`"`,`&quot;`).replaceAll(`'`,`&#39;`)}var f=`
:root { color-scheme: light dark; --ink: #1b1f24; --soft: #59636e; --line: #d8dee4; --paper: #fff; --ground: #f4f6f8;
  --safe: #1a7f4b; --risky: #b26a00; --unsafe: #c0362c; --unknown: #6b5bb5; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8ebef; --soft: #9aa4af; --line: #343b44; --paper: #15191e; --ground: #0d1014;
  --safe: #3fb97a; --risky: #e0a030; --unsafe: #ef6a5f; --unknown: #a99bf0; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 54rem; margin: 2rem auto; padding: 2.5rem; background: var(--paper); border: 1px solid var(--line); border-radius: 12px; }
.kind { margin: 0; color: var(--soft); font-size: .85rem; letter-spacing: .04em; text-transform: uppercase; }
h1 { margin: .2rem 0; font-size: 1.8rem; line-height: 1.2; overflow-wrap: anywhere; }
h2 { margin: 2.2rem 0 .6rem; font-size: 1.1rem; }
.facts { margin: 0 0 1.6rem; color: var(--soft); }
.whole { display: flex; gap: 2px; height: 18px; border-radius: 9px; overflow: hidden; }
.whole span { min-width: 3px; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr)); gap: .8rem; margin-top: 1rem; }
.card { padding: .9rem 1rem; border: 1px solid var(--line); border-top: 4px solid; border-radius: 8px; break-inside: avoid; }
.card p { margin: 0; }
.card .share { font-size: 1.6rem; font-weight: 650; line-height: 1.2; color: var(--ink); }
.card .word { font-weight: 600; }
.card .count, .card .advice { color: var(--soft); font-size: .9rem; }
.card .advice { margin-top: .4rem; }
.card.safe, .tag.safe { border-color: var(--safe); } .card.safe .word, .tag.safe { color: var(--safe); }
.card.risky, .tag.risky { border-color: var(--risky); } .card.risky .word, .tag.risky { color: var(--risky); }
.card.unsafe, .tag.unsafe { border-color: var(--unsafe); } .card.unsafe .word, .tag.unsafe { color: var(--unsafe); }
.card.unknown, .tag.unknown { border-color: var(--unknown); } .card.unknown .word, .tag.unknown { color: var(--unknown); }
.whole .safe, .track .safe { background: var(--safe); } .whole .risky, .track .risky { background: var(--risky); }
.whole .unsafe, .track .unsafe { background: var(--unsafe); } .whole .unknown, .track .unknown { background: var(--unknown); }
.card.blank, .tag.blank { border-color: var(--soft); } .card.blank .word, .tag.blank { color: var(--soft); }
.whole .blank, .track .blank { background: var(--soft); }
table { width: 100%; border-collapse: collapse; }
th { color: var(--soft); font-size: .85rem; font-weight: 600; text-align: left; }
th, td { padding: .45rem .6rem .45rem 0; border-bottom: 1px solid var(--line); vertical-align: middle; }
tr { break-inside: avoid; }
code { color: var(--soft); font-size: .8rem; }
.todo { margin: 0; color: var(--soft); font-size: .85rem; }
.tag { display: inline-block; padding: 0 .5rem; border: 1px solid; border-radius: 999px; font-size: .8rem; }
.number { padding-right: 0; text-align: right; font-variant-numeric: tabular-nums; }
.bar { width: 34%; white-space: nowrap; }
.track { display: inline-block; width: calc(100% - 4.6rem); height: 10px; vertical-align: middle; overflow: hidden; }
.track span { display: block; height: 100%; border-radius: 5px; }
.value { display: inline-block; width: 4.2rem; text-align: right; font-variant-numeric: tabular-nums; }
footer { margin-top: 2.4rem; color: var(--soft); font-size: .85rem; }
@media print { body { background: none; } main { margin: 0; padding: 0; border: 0; max-width: none; }
  * { -webkit-print-color-adjust: exact; print-color-adjust: exact; } }
@media (max-width: 36rem) { main { margin: 0; padding: 1.2rem; border-radius: 0; } code { display: none; } }
`;export{a as reportHtml};