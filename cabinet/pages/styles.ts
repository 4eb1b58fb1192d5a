/** The cabinet's only style sheet; its hash is in the content policy. */
export const styles = `
:root {
  --ground: #f6f7f7; --surface: #fff; --line: #dfe3e3; --text: #1b2222; --muted: #566161;
  --accent: #0f766e; --accent-strong: #0b5d57; --on-accent: #fff; --soft: #e6f2f0;
  --warn: #7a4b00; --warn-soft: #fdf3df; --warn-line: #ecd3a0; --error: #b3261e; --field-line: #7c8888;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #121616; --surface: #1a2020; --line: #2e3737; --text: #e8eded; --muted: #a3b0af;
    --accent: #4fc0b4; --accent-strong: #7fd6cc; --on-accent: #06211e; --soft: #16302d;
    --warn: #f0cb85; --warn-soft: #2e2615; --warn-line: #57461f; --error: #ff9c93; --field-line: #76837f;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--ground); color: var(--text);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
  font-variant-numeric: tabular-nums; overflow-wrap: anywhere; -webkit-text-size-adjust: 100%;
}
h1, h2, p, ul, dl, dd { margin: 0; }
h1 { font-size: 1.75rem; line-height: 1.2; letter-spacing: -0.01em; font-weight: 650; text-wrap: balance; }
h2 { font-size: 1rem; font-weight: 600; }
a { color: var(--accent); text-underline-offset: 3px; }
a:hover { color: var(--accent-strong); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
button, input { font: inherit; color: inherit; }
button { cursor: pointer; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; left: -999px; top: 8px; background: var(--surface); padding: 12px 16px; z-index: 2; }
.skip:focus { left: 8px; }

header { background: var(--surface); border-bottom: 1px solid var(--line); }
.bar {
  max-width: 1024px; margin: 0 auto; padding: 8px 24px; min-height: 64px;
  display: flex; flex-wrap: wrap; align-items: center; gap: 4px 16px;
}
.brand { display: inline-flex; align-items: center; gap: 10px; font-weight: 650; color: var(--text); text-decoration: none; min-height: 44px; }
.mark { width: 28px; height: 28px; flex: none; }
.mark rect { fill: var(--accent); }
.mark path { fill: var(--on-accent); }
nav { display: flex; flex-wrap: wrap; align-items: center; gap: 4px; }
nav a {
  display: inline-flex; align-items: center; min-height: 44px; padding: 0 12px; border-radius: 8px;
  color: var(--muted); text-decoration: none; font-weight: 500;
}
nav a:hover { color: var(--text); background: var(--ground); }
nav a[aria-current] { color: var(--accent); background: var(--soft); }
.languages { display: flex; margin-left: auto; }
.languages button {
  border: 0; background: none; color: var(--muted); min-width: 44px; min-height: 44px; padding: 0;
  text-transform: uppercase; font-size: 0.8125rem; font-weight: 500; border-radius: 8px;
}
.languages button:hover { color: var(--text); background: var(--ground); }
.languages button[aria-pressed="true"] { color: var(--accent); font-weight: 700; text-decoration: underline; text-underline-offset: 5px; text-decoration-thickness: 2px; }

main { max-width: 1024px; margin: 0 auto; padding: 32px 24px 64px; display: grid; gap: 24px; }
main > section { display: grid; gap: 16px; }
.cards { display: grid; gap: 16px; grid-template-columns: repeat(2, minmax(0, 1fr)); }
.card { background: var(--surface); border: 1px solid var(--line); border-radius: 8px; padding: 20px 24px; display: grid; gap: 6px; align-content: start; }
.card h2 { color: var(--muted); font-size: 0.875rem; font-weight: 500; }
.card.wide { grid-row: span 2; }
.figure { font-size: 1.75rem; line-height: 1.25; font-weight: 650; letter-spacing: -0.01em; }
.figure.small { font-size: 1.125rem; letter-spacing: 0; }
.days { font-size: 1.125rem; font-weight: 600; margin-top: 12px; }
.muted { color: var(--muted); }
.digits { color: var(--text); }
.tag { display: inline-block; vertical-align: middle; font-size: 0.75rem; font-weight: 500; letter-spacing: 0; color: var(--muted); border: 1px solid var(--line); border-radius: 8px; padding: 0 6px; }
.status { display: inline-flex; align-items: center; gap: 8px; }
.status::before { content: ""; width: 8px; height: 8px; border-radius: 50%; background: var(--accent); }
.status.grace::before { background: var(--warn); }
.features { list-style: none; padding: 0; display: grid; gap: 8px 24px; grid-template-columns: repeat(2, minmax(0, 1fr)); }
.features li { position: relative; padding-left: 28px; }
.features li::before {
  content: ""; position: absolute; left: 6px; top: 5px; width: 6px; height: 11px;
  border: solid var(--accent); border-width: 0 2px 2px 0; transform: rotate(45deg);
}
.limits { margin-top: 10px; }
.limits div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 24px; padding: 8px 0; border-top: 1px solid var(--line); }
.limits dt { color: var(--muted); }
.limits dd { font-weight: 600; }

.button, .quiet {
  display: inline-flex; align-items: center; justify-content: center; min-height: 44px; padding: 8px 20px;
  border-radius: 8px; border: 1px solid transparent; font-weight: 600; text-decoration: none;
}
.button { background: var(--accent); color: var(--on-accent); }
.button:hover { background: var(--accent-strong); color: var(--on-accent); }
.quiet { background: none; border-color: var(--line); color: var(--text); font-weight: 500; padding: 8px 14px; }
.actions { display: flex; flex-wrap: wrap; justify-content: flex-end; gap: 8px; }
.quiet:hover { border-color: var(--field-line); }
.notice {
  background: var(--soft); border-radius: 8px; padding: 12px 16px;
  display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 8px 16px;
}
.notice.warning { background: var(--warn-soft); color: var(--warn); box-shadow: inset 0 0 0 1px var(--warn-line); }
.notice .quiet { border-color: var(--field-line); }
.acting {
  position: sticky; top: 0; z-index: 1; background: var(--warn-soft); color: var(--warn); border-bottom: 1px solid var(--warn-line);
  padding: 6px 24px; display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0 24px;
}
.acting a { color: inherit; font-weight: 600; display: inline-flex; align-items: center; min-height: 44px; }

.add { display: grid; gap: 16px; grid-template-columns: minmax(0, 2fr) minmax(0, 1fr) minmax(0, 1fr) auto; align-items: end; margin-top: 8px; }
.field { display: grid; gap: 4px; }
.field label { font-weight: 500; }
.field input { min-height: 44px; width: 100%; padding: 8px 12px; border: 1px solid var(--field-line); border-radius: 8px; background: var(--surface); }
.field input[aria-invalid] { border: 2px solid var(--error); }
.error { color: var(--error); font-size: 0.875rem; }
.errors { border: 2px solid var(--error); border-radius: 8px; padding: 12px 16px; margin-top: 8px; }
.errors p { font-weight: 600; }
.errors ul { padding-left: 20px; }
.errors a { color: var(--error); }
table { width: 100%; border-collapse: separate; border-spacing: 0; background: var(--surface); border: 1px solid var(--line); border-radius: 8px; }
th, td { text-align: left; padding: 8px 16px; border-bottom: 1px solid var(--line); }
tbody tr:last-child > * { border-bottom: 0; }
thead th { color: var(--muted); font-size: 0.875rem; font-weight: 500; }
tbody th { font-weight: 500; }
.right { text-align: right; }
.paging { justify-content: center; gap: 16px; }
.paging span { color: var(--muted); }

.message { max-width: 560px; padding-top: 12vh; gap: 16px; }
.message .brand { margin-bottom: 16px; }
.message .button { margin-top: 8px; }

@media (max-width: 720px) {
  .bar { padding: 8px 16px; gap: 4px 8px; }
  .bar > .brand { flex: 1; }
  .bar > nav { order: 3; flex-basis: 100%; }
  nav a { padding: 0 8px; font-size: 0.9375rem; }
  .bar > .languages { order: 4; flex-basis: 100%; margin: 0 -8px; }
  .languages button { flex: 1; }
  main { padding: 24px 16px 48px; }
  .acting { padding: 6px 16px; }
  h1 { font-size: 1.5rem; }
  .cards, .features, .add { grid-template-columns: minmax(0, 1fr); }
  .card { padding: 16px; }
  .figure { font-size: 1.5rem; }
  .add .button { width: 100%; }
  table, tbody, tr, tbody th, td { display: block; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tbody tr { padding: 12px 16px; border-bottom: 1px solid var(--line); display: flex; flex-wrap: wrap; align-items: center; gap: 4px 16px; }
  tbody tr:last-child { border-bottom: 0; }
  tbody th, td { border: 0; padding: 0; }
  tbody th { flex-basis: 100%; }
  td[data-label]::before { content: attr(data-label) ": "; color: var(--muted); }
  td:last-child { margin-left: auto; }
}
`;
