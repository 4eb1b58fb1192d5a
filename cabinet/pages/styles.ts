import type { CabinetBranding } from '#contract/cabinets/cabinet.ts';
import { frameRules } from '#contract/company/frame.ts';
import { fontFamily, type Palette, palettes, radius } from '#contract/company/theme.ts';

const colours = (palette: Palette) =>
  Object.entries(palette)
    .map(([name, colour]) => `--${name}:${colour}`)
    .join(';');

/** The operator's colours, over those below. */
export function brandStyles({ colors }: CabinetBranding): string {
  const rules = (of: CabinetBranding['colors']['light']) =>
    `--accent:${of.accent};--accentHover:${of.accent_hover};--onAccent:${of.on_accent};--accentSoft:${of.accent_soft};--link:${of.link}`;
  return `:root{${rules(colors.light)}}@media (prefers-color-scheme:dark){:root{${rules(colors.dark)}}}@media print{:root{${rules(colors.light)}}}`;
}

/** The cabinet's only style sheet, with the tokens of the platform's pages; its hash is in the content policy. */
export const styles = `
:root { color-scheme: light dark; ${colours(palettes.light)} }
@media (prefers-color-scheme: dark) { :root { ${colours(palettes.dark)} } }
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--page); color: var(--text); min-height: 100vh; display: flex; flex-direction: column;
  font: 1rem/1.5 ${fontFamily};
  font-variant-numeric: tabular-nums; overflow-wrap: anywhere; -webkit-text-size-adjust: 100%; text-size-adjust: 100%;
}
h1, h2, h3, p, ul, dl, dd, figure { margin: 0; }
/* Of a width, so that large letters break no name and no sum; a word longer than a line still breaks. */
h1 { min-width: 0; font-size: clamp(1.125rem, 8vw, 1.75rem); line-height: 1.2; letter-spacing: -0.02em; text-wrap: balance; overflow-wrap: break-word; }
h2 { font-size: 1.125rem; line-height: 1.3; }
a { color: var(--link); text-underline-offset: 3px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
button, input, select { font: inherit; color: inherit; }
button, summary { cursor: pointer; }
[hidden] { display: none !important; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; left: -999px; top: 8px; background: var(--raised); padding: 12px 16px; z-index: 2; }
.skip:focus { left: 8px; }

${frameRules((token) => `var(--${token})`)}
.mark rect { fill: var(--accent); }
.mark path { fill: var(--onAccent); }

main { width: 100%; max-width: 1168px; margin: 0 auto; padding: 32px 24px 48px; display: grid; gap: 24px; flex: 1; align-content: start; grid-template-columns: minmax(0, 1fr); }
main.narrow { max-width: 688px; }
main > section { display: grid; gap: 12px; grid-template-columns: minmax(0, 1fr); }
.heading { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 12px 24px; }
.cards { display: grid; gap: 16px; grid-template-columns: repeat(2, minmax(0, 1fr)); }
.card { background: var(--surface); border: 1px solid var(--border); border-radius: ${radius * 2}px; padding: 20px 24px; display: grid; gap: 8px; align-content: start; grid-template-columns: minmax(0, 1fr); }
.cards .card h2 { color: var(--textMuted); font-size: 0.9375rem; font-weight: 500; }
.figure { white-space: nowrap; font-size: clamp(1rem, 8vw, 1.75rem); line-height: 1.25; font-weight: 650; letter-spacing: -0.01em; }
.figure.small { font-size: clamp(1rem, 7vw, 1.25rem); }
.limit-bar { display: block; width: 100%; height: 8px; margin-block: 4px; }
.limit-bar .track { fill: var(--border); }
.limit-bar .used { fill: var(--accent); }
.limit-bar .full { fill: var(--warning); }
.first ol { margin: 0; padding-inline-start: 1.5em; display: grid; gap: 20px; }
.first li { padding-inline-start: 4px; }
.first .actions { margin-top: 8px; }
.muted { color: var(--textMuted); }
.code { display: block; color: var(--textMuted); font-size: 0.875rem; font-weight: 400; }
.tag.few { color: var(--warning); border-color: var(--warning); }
.tag { display: inline-block; vertical-align: middle; font-size: 0.8125rem; font-weight: 500; color: var(--textMuted); border: 1px solid var(--border); border-radius: ${radius}px; padding: 0 6px; }
.notice.success { background: var(--successSoft); border-color: var(--success); }
.gone { color: var(--textMuted); }
.status { display: inline-flex; align-items: center; gap: 8px; }
.status::before { content: ""; width: 8px; height: 8px; border-radius: 50%; background: var(--success); }
.status.grace::before { background: var(--warning); }
.plan { border-top: 1px solid var(--border); padding-top: 16px; color: var(--textMuted); }
.facts { display: flex; flex-wrap: wrap; gap: 0 20px; }
.plan strong { color: var(--text); }
.limits { margin-top: 8px; }
.limits div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 24px; padding: 8px 0; border-top: 1px solid var(--border); }
.limits dt { color: var(--textMuted); }
.limits dd { font-weight: 600; }

.button, .quiet {
  display: inline-flex; align-items: center; justify-content: center; min-height: 44px; padding: 8px 20px;
  border-radius: ${radius}px; border: 1px solid transparent; font-weight: 600; text-decoration: none; text-align: center;
}
.button { background: var(--accent); color: var(--onAccent); }
.button:hover { background: var(--accentHover); }
.quiet { background: none; border-color: var(--borderStrong); color: var(--text); font-weight: 500; padding: 8px 14px; }
.quiet:hover { border-color: var(--textMuted); }
.quiet.danger { color: var(--danger); border-color: var(--danger); }
.actions { display: flex; flex-wrap: wrap; justify-content: flex-end; align-items: flex-start; gap: 8px; }
.actions.start { justify-content: flex-start; }
.notice {
  background: var(--accentSoft); border-radius: ${radius}px; border-inline-start: 4px solid var(--accent); padding: 12px 16px;
  display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 8px 16px;
}
.notice > p { flex: 1 1 20rem; }
.notice.announcement { display: block; }
.notice.announcement p { margin: 4px 0 0; white-space: pre-line; overflow-wrap: anywhere; }
.notice.warning { background: var(--warningSoft); border-color: var(--warning); }
.notice.danger { background: var(--dangerSoft); border-color: var(--danger); }
.notice.danger ul { padding-left: 20px; }
.faults { max-height: 50vh; overflow-y: auto; }
.notice.danger a { color: var(--danger); }
.notice.danger a.quiet { color: var(--text); margin-top: 8px; }
.acting {
  position: sticky; top: 0; z-index: 1; background: var(--warningSoft); color: var(--warning); border-bottom: 1px solid var(--warning);
  padding: 6px 24px; display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0 24px;
}
.acting a { color: inherit; font-weight: 600; display: inline-flex; align-items: center; min-height: 44px; }

.form { gap: 16px; padding: 24px; }
.pair { display: grid; gap: 16px; grid-template-columns: repeat(2, minmax(0, 1fr)); align-items: end; }
.pair.three { grid-template-columns: repeat(3, minmax(0, 1fr)); }
/* Labels, notes and fields side by side are each in one line. */
.pair.noted { grid-template-rows: repeat(3, auto); row-gap: 0; }
.pair.noted .field { grid-row: span 3; grid-template-rows: subgrid; row-gap: 6px; }
.pair.noted .field > :is(input, select) { grid-row: 3; }
.field { display: grid; gap: 6px; align-content: start; }
.field label { font-weight: 600; font-size: 0.9375rem; }
input:not([type="hidden"], [type="radio"], [type="checkbox"]), select { min-height: 48px; width: 100%; min-width: 0; padding: 8px 12px; border: 1px solid var(--borderStrong); border-radius: ${radius}px; background: var(--raised); }
input:hover, select:hover { border-color: var(--textMuted); }
input[aria-invalid] { border-color: var(--danger); box-shadow: 0 0 0 1px var(--danger); }
.note { color: var(--textMuted); font-size: 0.875rem; line-height: 1.25rem; }
.note[data-faulty] { color: var(--danger); }
/* The browser's own button speaks the browser's language: the label is the button, and the control shows the name alone. */
.delivery input { scroll-margin-top: 17rem; }
.deliver svg { display: none; }
.file { justify-items: start; }
.file label { font-weight: 500; cursor: pointer; }
.file input:invalid { position: absolute; width: 1px; height: 1px; min-height: 0; padding: 0; overflow: hidden; clip-path: inset(50%); }
.file input:valid { border: 0; padding: 0; min-height: 0; background: none; font-weight: 600; }
.file input::file-selector-button { display: none; }
.file input:focus-visible + label { outline: 2px solid var(--accent); outline-offset: 2px; }
.search { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; }
.search input { flex: 1 1 180px; width: auto; max-width: 480px; }
.search .quiet { min-height: 48px; }
.search.day input { flex: 0 1 auto; width: 8em; max-width: 100%; text-align: center; }
.steps { display: inline-flex; gap: 4px; min-width: 0; }
.steps .step { flex: none; }
.step.none { color: var(--borderStrong); border-color: var(--border); }
.periods > * { min-width: 0; }
.search.day .note { flex-basis: 100%; }
.periods { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 12px 24px; }
.segments { flex: 0 1 380px; display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 5.5em), 1fr)); gap: 2px; padding: 2px; border: 1px solid var(--borderStrong); border-radius: ${radius + 2}px; }
.segments a {
  display: inline-flex; align-items: center; justify-content: center; min-height: 44px; padding: 0 8px; border-radius: ${radius}px;
  color: var(--textMuted); text-decoration: none; font-weight: 500; white-space: nowrap;
}
.segments a:hover { color: var(--text); background: var(--page); }
.segments a[aria-current] { color: var(--link); background: var(--accentSoft); }
.chips { display: flex; flex-wrap: wrap; gap: 8px; }
.chips > a, .chips > button {
  display: inline-flex; align-items: center; min-height: 44px; max-width: 100%; padding: 4px 14px; border: 1px solid var(--borderStrong); border-radius: 22px;
  background: none; color: var(--text); text-decoration: none; font-weight: 500; text-align: start;
}
.chips > :hover { border-color: var(--textMuted); }
.chips > [aria-current], .chips > [aria-pressed="true"] { border-color: var(--accent); background: var(--accentSoft); color: var(--link); }
.takings { display: grid; gap: 16px 48px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 18em), 26em)); }
.takings h3 { color: var(--textMuted); font-size: 0.875rem; font-weight: 500; }
.takings div { flex-wrap: nowrap; }
.takings dd { white-space: nowrap; }

table { width: 100%; border-collapse: separate; border-spacing: 0; }
.list { background: var(--surface); border: 1px solid var(--border); border-radius: ${radius}px; }
th, td { text-align: left; padding: 8px 16px; border-bottom: 1px solid var(--border); vertical-align: middle; }
.plain th, .plain td { padding: 8px 0 8px 12px; vertical-align: top; }
.plain th:first-child { padding-left: 0; }
tbody tr:last-child > * { border-bottom: 0; }
thead th { color: var(--textMuted); font-size: 0.875rem; font-weight: 500; white-space: nowrap; }
tbody th { font-weight: 500; }
tfoot > tr > * { border: 0; border-top: 2px solid var(--border); font-weight: 650; }
.sorted thead a { display: inline-flex; gap: 4px; align-items: center; min-height: 44px; color: inherit; text-decoration: none; }
.sorted thead a:hover, .sorted [aria-sort] a { color: var(--text); }
.ways { display: flex; flex-wrap: wrap; max-width: 420px; }
.ways a { flex: 1 1 auto; }
.receipt h2, h3 { font-size: 1rem; }
.back { display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: center; width: 100%; padding: 8px 0; border-bottom: 1px solid var(--border); }
.back label { flex: 1 1 calc(100% - 8em); min-width: min(100%, 8em); }
.back input { flex: 0 0 6em; width: 6em; }
.back .note { order: 1; flex-basis: 100%; }
.confirm form:has(.back) { max-width: none; }
.right { text-align: right; }
td.right, .amount { white-space: nowrap; overflow-wrap: normal; }
.rows .amount { white-space: normal; }
.void { text-decoration: line-through; color: var(--textMuted); }
.paging { display: flex; flex-wrap: wrap; align-items: center; justify-content: center; gap: 4px 16px; }
.paging a { display: inline-flex; align-items: center; min-height: 44px; }
.paging span { color: var(--textMuted); }

.till { display: grid; gap: 24px; grid-template-columns: repeat(2, minmax(0, 1fr)); align-items: start; }
.till > section { display: grid; gap: 12px; grid-template-columns: minmax(0, 1fr); }
.to-basket { display: none; }
.part, #queue { display: contents; }
#waiting:empty { display: none; }
.basket .empty { min-height: 44px; margin-inline-start: auto; }
.emptied { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 8px 16px; }
.offers li { scroll-margin-top: 40vh; }
.offers .sign { display: none; }
.offers, .lines, .rows { list-style: none; padding: 0; }
.offers, .rows { background: var(--surface); border: 1px solid var(--border); border-radius: ${radius}px; }
.offers li, .rows li { display: flex; align-items: center; gap: 8px 16px; padding: 8px 16px; border-bottom: 1px solid var(--border); }
.rows li { flex-wrap: wrap; min-height: 48px; justify-content: space-between; }
.offers li:last-child, .rows li:last-child { border-bottom: 0; }
.what { flex: 1; min-width: 0; font-weight: 500; }
.what small { display: block; color: var(--textMuted); font-weight: 400; font-size: 0.875rem; }
/* The name and the sum, and below them the quantity; with large letters the sum has a row of its own. */
.lines li { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 12px; padding: 12px 0; border-bottom: 1px solid var(--border); }
.lines label { flex: 1 1 calc(100% - 8em); min-width: min(100%, 7em); font-weight: 500; overflow-wrap: break-word; }
.lines .amount { order: 1; margin-inline-start: auto; font-weight: 600; line-height: 1.25; text-align: right; }
.lines .amount small { display: block; color: var(--textMuted); font-size: 0.8125rem; font-weight: 400; }
/* A discount of the line, below its quantity. */
.own-discount { order: 5; flex-basis: 100%; grid-column: 1 / -1; display: flex; flex-wrap: wrap; align-items: center; gap: 4px 8px; padding-block: 4px; }
.lines .own-discount label { flex: 1 0 auto; min-width: 0; font-size: 0.9375rem; font-weight: 400; color: var(--textMuted); }
.lines .own-discount input { width: 5em; min-height: 44px; text-align: right; }
.own-discount select { width: 4.5em; min-height: 44px; }
.lines .own-discount .amount { min-width: 4.5em; margin: 0; font-weight: 500; }
.own-discount .note { flex-basis: 100%; }
.lines .amount small::before { content: "× "; }
.lines .count { order: 2; flex: 1 0 auto; }
.lines .note { order: 4; flex-basis: 100%; grid-column: 1 / -1; }
.beyond { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0 16px; }
.lines .beyond label { flex: none; max-width: 100%; min-width: 0; min-height: 36px; display: flex; align-items: center; gap: 8px; font-size: inherit; color: var(--text); }
.count { display: flex; align-items: center; gap: 4px; }
.lines .count input { width: 4.5em; min-height: 44px; padding-inline: 4px; text-align: center; }
.step { padding: 0; width: 44px; font-size: 1.25rem; }
.lines li > .step { order: 3; border-color: transparent; color: var(--textMuted); }
.lines li > .reduce { font-size: 1rem; }
.lines li > .reduce[aria-pressed="true"] { color: var(--link); background: var(--accentSoft); }
.lines li > .remove { margin-inline-end: -12px; }
.to-pay { display: grid; gap: 8px; }
.to-pay .notice { grid-column: 1 / -1; }
[aria-busy="true"] { opacity: 0.6; cursor: progress; }
.choice { border: 0; margin: 0; padding: 0; }
.choice legend { padding: 0; margin-bottom: 6px; font-weight: 600; font-size: 0.9375rem; }
.choice .pay { margin: 0; }
.choice .pay label { font-weight: 400; }
.pay { border: 0; margin: 8px 0 0; padding: 0; display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 7em), 1fr)); gap: 8px; }
.pay label { display: flex; align-items: center; gap: 8px; min-height: 44px; padding: 0 12px; border: 1px solid var(--borderStrong); border-radius: ${radius}px; }
.pay kbd { margin-inline-start: auto; color: var(--textMuted); }
.pay label:has(:checked) { border-color: var(--accent); background: var(--accentSoft); }
.terms { display: flex; flex-wrap: wrap; align-items: end; gap: 8px 12px; }
.terms .field { flex: 1 1 7em; min-width: 0; }
.terms .field:has([data-over]:not([hidden])) { flex-basis: 100%; }
.terms .quiet { min-height: 48px; }
.pay:has([value="card"]:checked) + .terms .field:has(#given), .pay:not(:has([value="mixed"]:checked)) + .terms .field:has(#cash) { display: none; }
.total { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline; gap: 0 16px; padding-top: 4px; font-size: 1.125rem; }
.total strong { font-size: clamp(1.125rem, 8vw, 1.5rem); white-space: nowrap; }
.total:has([data-due]) { font-size: 1rem; }
.total strong[data-due] { font-size: 1.125rem; }
.total strong[data-change] { font-size: clamp(1.5rem, 10vw, 2.25rem); line-height: 1.1; }
.notes { display: flex; flex-wrap: wrap; gap: 8px; }
.notes .quiet { flex: 1 1 auto; padding-inline: 8px; white-space: nowrap; }
.notes [aria-pressed="true"] { border-color: var(--accent); background: var(--accentSoft); color: var(--link); }
.pay:has([value="card"]:checked) ~ .notes { display: none; }
.reduced { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 8px; }
.with-kind { display: flex; gap: 4px; }
.terms .with-kind select { flex: none; width: 4.5em; padding-inline: 8px; }
kbd { font: inherit; font-size: 0.8125rem; font-weight: 400; opacity: 0.85; margin-inline-start: 8px; }
.into { display: flex; flex-wrap: wrap; align-items: center; gap: 0 8px; }
.into select { width: auto; min-height: 36px; padding-block: 2px; }
.last { margin-inline-end: auto; }
.made > p { flex: 0 1 auto; }
.made .total { padding: 0; }
.made .total strong { font-size: clamp(1.5rem, 10vw, 2.25rem); line-height: 1.2; }
.lacks { color: var(--warning); }
.receipt h1 { font-size: clamp(1.125rem, 7.5vw, 1.5rem); }
bdi { overflow-wrap: break-word; }
.sold { list-style: none; padding: 0; border-block: 1px solid var(--border); }
.sold li { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 12px; padding: 8px 0; }
.sold li + li { border-top: 1px solid var(--border); }
.sold .what { grid-column: 1 / -1; }
.sold .amount { font-weight: 600; text-align: right; }
.sums div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 16px; color: var(--textMuted); }
.sums dd { white-space: nowrap; }
.sums .change { color: var(--text); font-size: 1.125rem; font-weight: 600; }
.thanks { text-align: center; padding-top: 8px; }
.beside, .beside > aside { display: grid; gap: 24px; align-content: start; grid-template-columns: minmax(0, 1fr); }
.take-back { display: grid; gap: 16px 24px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 16em), 1fr)); padding-top: 24px; border-top: 1px solid var(--border); }
.take-back > section { display: grid; gap: 8px; align-content: start; justify-items: start; }
.take-back > :has([open]) { grid-column: 1 / -1; }
.take-back > :has([open]) > .note { display: none; }
.confirm[open] summary { margin-bottom: 8px; }
.confirm summary { list-style: none; }
.confirm summary::-webkit-details-marker { display: none; }
.confirm form { display: grid; gap: 8px; max-width: 420px; justify-items: start; }
.chart svg { display: block; width: 100%; height: auto; }
.chart .small { display: none; }
.chart summary { display: inline-flex; align-items: center; min-height: 44px; color: var(--link); text-decoration: underline; text-underline-offset: 3px; }
.grid { stroke: var(--border); }
.tick { fill: var(--textMuted); font-size: 12px; }
.grid.zero { stroke: var(--borderStrong); }
.bar-of-day { fill: var(--accent); }
.bar-of-day.below { fill: var(--warning); }
.of-limit { margin-top: 4px; }
.month-bars { display: block; width: 100%; height: 56px; margin-block: 8px; border-bottom: 1px solid var(--border); }

.message { max-width: 608px; padding-top: 10vh; gap: 16px; flex: none; }
.message .button { margin-top: 8px; }

@media (min-width: 721px) {
  .list td .actions { flex-wrap: nowrap; }
}
/* In em, so that large letters get the page of a smaller screen. */
@media (min-width: 45.1em) {
  /* In sight, even where notices push the receipt down. */
  .to-pay { position: sticky; bottom: 0; margin: 0 -24px -20px; padding: 12px 24px 20px; border-radius: 0 0 ${radius * 2}px ${radius * 2}px; background: var(--surface); border-top: 1px solid var(--border); }
}
/* Four lines and more are whole before they scroll, and a shadow says that there is more; on a lower screen the page scrolls. */
@media (min-width: 61.25em) and (min-height: 40em), (min-width: 45.1em) and (min-height: 56em) {
  .basket { position: sticky; top: 16px; --rest: 650px; }
  .basket .lines {
    max-height: max(var(--least, 204px), 100dvh - var(--rest)); overflow-y: auto; margin-inline: -24px; padding-inline: 24px;
    --shadow: color-mix(in srgb, var(--text) 30%, transparent), transparent;
    background:
      linear-gradient(var(--surface), var(--surface)) top / 100% 10px no-repeat local,
      linear-gradient(var(--surface), var(--surface)) bottom / 100% 10px no-repeat local,
      linear-gradient(to bottom, var(--shadow)) top / 100% 10px no-repeat scroll,
      linear-gradient(to top, var(--shadow)) bottom / 100% 10px no-repeat scroll;
  }
}
@media (min-width: 61.25em) {
  /* A receipt, and beside it what can be done with it, in sight however long it is. */
  main:has(> .beside) { max-width: 1060px; }
  .beside { grid-template-columns: minmax(0, 600px) minmax(0, 1fr); gap: 32px; align-items: start; }
  .beside > aside { position: sticky; top: 16px; }
  .beside .take-back { grid-template-columns: minmax(0, 1fr); }
  main:has(.till) { padding-top: 20px; gap: 16px; }
  .basket { --rest: 552px; }
  /* A payment in two parts has two sums more. */
  .basket:has([value="mixed"]:checked) { --rest: 628px; --least: 148px; }
  .till { grid-template-columns: minmax(0, 5fr) minmax(0, 6fr); }
  .lines li { display: grid; grid-template-columns: minmax(0, 1fr) auto minmax(6.5em, auto) auto 36px; gap: 0 8px; padding: 2px 0; }
  .lines li:first-child { padding-top: 4px; }
  .lines .count { gap: 2px; }
  .lines .count .step { width: 40px; }
  .lines .count input { width: 4em; }
  .lines label { font-size: 0.9375rem; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; line-height: 1.25; }
  .lines .count { grid-area: 1 / 2; }
  .lines .amount { grid-area: 1 / 3; }
  .lines li > .step { width: 36px; }
  .lines li > .reduce { grid-area: 1 / 4; }
  .lines li > .remove { grid-area: 1 / 5; margin-inline-end: -8px; }
  .lines .note { padding-bottom: 4px; }
  .to-pay { grid-template-columns: minmax(0, 1fr) auto; align-items: center; gap: 8px 24px; }
  .to-pay .button { min-width: 160px; min-height: 52px; font-size: 1.125rem; }
}
/* On a low screen of a desk five lines are in sight above the payment. */
@media (min-width: 61.25em) and (min-height: 40em) and (max-height: 52em) and (pointer: fine) {
  main:has(.till) { padding-top: 12px; gap: 8px; }
  .basket { --rest: 496px; gap: 8px; padding-block: 12px; top: 8px; }
  .basket:has(.total:not([hidden]) > [data-due]) { --rest: 524px; }
  .basket:has([value="mixed"]:checked) { --rest: 560px; --least: 148px; }
  .basket .empty, .basket .notes .quiet, .basket .pay label { min-height: 36px; padding-block: 0; }
  .basket .pay { margin-top: 0; }
  .basket .terms :is(input, select) { min-height: 38px; }
  .basket .terms .field, .basket .to-pay { gap: 2px 24px; }
  .to-pay { margin-bottom: -12px; padding-block: 8px 12px; }
}
@media (max-width: 720px) {
  /* One row, which is pushed sideways to the chosen one, and fades out where it goes on (contract/company/frame.ts). */
  .chips { flex-wrap: nowrap; overflow-x: auto; scrollbar-width: none; margin-inline: -16px; padding: 4px 16px; scroll-padding-inline: 16px; }
  .chips > * { flex: 0 0 auto; }
  .chips > [aria-current], .chips > [aria-pressed="true"] { scroll-initial-target: nearest; }
  @supports (animation-timeline: scroll()) {
    .chips { animation: goes-on linear; animation-timeline: scroll(self inline); }
  }
  .chart .small { display: block; }
  .chart .large { display: none; }
  main { padding: 24px 16px 40px; }
  .acting { padding: 6px 16px; }
  h1 { font-size: clamp(1.125rem, 7.5vw, 1.5rem); }
  .heading > .actions { flex-wrap: wrap-reverse; justify-content: flex-start; }
  .cards, .till, .pair.three, .pair.noted { grid-template-columns: minmax(0, 1fr); }
  .pair.noted { grid-template-rows: none; row-gap: 16px; }
  .pair.noted .field { grid-row: auto; grid-template-rows: none; }
  .pair.noted .field > :is(input, select) { grid-row: auto; }
  .card { padding: 16px; }
  .basket:not(:has(li, .emptied)) { display: none; }
  .to-basket { display: block; position: sticky; bottom: 0; padding-block: 8px; background: var(--page); }
  .to-basket .button { width: 100%; flex-direction: column; }
  .to-basket strong { font-size: 0.875rem; font-weight: 500; }
  .to-basket .button:has([data-short]:not([hidden])) { background: var(--dangerSoft); border-color: var(--danger); color: var(--danger); }
  kbd, .by-keys { display: none; }
  /* What begins the next sale is in sight, however long the receipt is. */
  .beside { display: flex; flex-direction: column; }
  .beside > aside { display: contents; }
  .next { position: sticky; bottom: 0; z-index: 1; margin-inline: -16px; padding: 8px 16px; background: var(--page); border-top: 1px solid var(--border); }
  .next > * { flex: 1 1 auto; }
  .form .button { flex: 1; }
  .list, .list :is(tbody, tfoot), .list tr, .list :is(tbody, tfoot) th, .list td { display: block; }
  .list thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .list.sorted thead { position: static; width: auto; height: auto; clip-path: none; overflow: visible; display: block; }
  .list.sorted thead tr { display: flex; flex-wrap: wrap; gap: 0 20px; padding: 0 16px; border-bottom: 1px solid var(--border); }
  .list.sorted thead th { padding: 0; border: 0; }
  .list.sorted thead th:not(:has(a)) { display: none; }
  .list :is(tbody, tfoot) tr { padding: 12px 16px; border-bottom: 1px solid var(--border); display: flex; flex-wrap: wrap; align-items: center; gap: 4px 16px; }
  .list :is(tbody, tfoot) tr:last-child { border-bottom: 0; }
  .list tfoot tr { border-top: 2px solid var(--border); }
  .list :is(tbody, tfoot) th, .list td { border: 0; padding: 0; }
  .list :is(tbody, tfoot) th { flex-basis: 100%; }
  .list td[data-label]::before { content: attr(data-label) ": "; color: var(--textMuted); }
  .list td:last-child:not([data-label]) { margin-left: auto; }
  .list td.nothing { display: none; }
  /* An item is its name, its sums in small letters below, and beside them an arrow for what came in, and the button that sells. */
  .list.sorted tbody tr { display: grid; grid-template-columns: auto minmax(0, 1fr) auto; gap: 0 12px; padding: 8px 16px; }
  .list.sorted tbody th { grid-column: 1 / 3; line-height: 1.3; }
  .list.sorted tbody td[data-label] { grid-row: 2; font-size: 0.875rem; text-align: start; white-space: normal; }
  .list.sorted th + td::before { content: none; }
  .list.sorted td:last-child:not([data-label]) { grid-area: 1 / 3 / 3; }
  .list.sorted .deliver { width: 44px; padding: 0; }
  .deliver svg { display: block; }
  .deliver .word { display: none; }
  .list.sorted td .actions { flex-wrap: nowrap; gap: 4px; }
  .site-pages .wide { display: none; }
  /* A column of sums at the right, with the rest in small letters below. */
  .list.sums-right :is(tbody, tfoot) tr { align-items: baseline; }
  .list.sums-right :is(tbody, tfoot) th { flex: 1 1 calc(100% - 9em); min-width: min(100%, 7em); }
  .list.sums-right td { order: 2; font-size: 0.875rem; font-weight: 400; }
  .list.sums-right td.sum { order: 1; margin-inline-start: auto; font-size: 1rem; font-weight: 600; }
  .list.sums-right td.sum::before { content: none; }
  /* Three ways of paying side by side, each circle above its name. */
  .till .pay { grid-template-columns: repeat(auto-fit, minmax(min(100%, 5.6em), 1fr)); }
  .till .pay label { flex-direction: column; justify-content: center; gap: 4px; padding: 8px 2px; text-align: center; font-size: 0.875rem; overflow-wrap: normal; }
  .ways a { padding-inline: 4px; font-size: 0.875rem; }
  .lines .own-discount input, .own-discount select { width: 4em; }
}
/* A line for each item, whose button is as wide as a thumb; with large letters the price is below the name. */
@media (max-width: 480px), (min-width: 721px) and (max-width: 979px) {
  .offers li { flex-wrap: wrap; padding: 4px 8px 4px 12px; min-height: 60px; gap: 0 12px; }
  .offers .what { flex: 1 1 8em; line-height: 1.3; }
  .offers .quiet { width: 52px; min-height: 48px; padding: 0; }
  .offers .word { display: none; }
  .offers .sign { display: inline; font-size: 1.5rem; line-height: 1; }
}
@media print {
  :root { color-scheme: light; ${colours(palettes.light)} }
  .site-top, .site-foot, .acting, .screen, .skip, .actions, .search, .chips, .paging, .periods, .chart details, main > .notice { display: none !important; }
  body { background: #fff; min-height: 0; }
  main { padding: 0; max-width: none; }
  .card, .list { border: 0; padding: 0; break-inside: avoid; }
  /* As wide as the print on a roll of 80 mm; on a sheet it is a strip at the left. */
  @page slip { margin: 4mm; }
  main:has(.receipt), .beside { display: block; }
  .receipt { page: slip; width: 100%; max-width: 72mm; color: #000; font-size: 9pt; line-height: 1.3; gap: 4pt; break-inside: auto; }
  .receipt .muted, .receipt .sums div { color: #000; }
  .receipt .sums .change { font-size: 11pt; }
  .receipt h1 { font-size: 11pt; letter-spacing: 0; }
  .receipt .who { text-align: center; }
  .receipt .sold { border-block: 1px dashed #000; }
  .receipt .sold li { padding: 2pt 0; border: 0; break-inside: avoid; }
  .receipt .total { font-size: 11pt; break-inside: avoid; }
  .receipt .total strong { font-size: 13pt; }
  .receipt .notice { border: 1px solid #000; background: none; padding: 2pt 4pt; }
  .receipt small { font-size: 8pt; }
}
`;
