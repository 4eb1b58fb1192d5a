import { createHash } from 'node:crypto';
import { frameRules } from '#contract/company/frame.ts';
import { fontFamily, type Palette, radius } from '#contract/company/theme.ts';

const colours = (palette: Palette) =>
  Object.entries(palette)
    .map(([name, colour]) => `--${name}:${colour}`)
    .join(';');

type Palettes = Record<'light' | 'dark', Palette>;

/**
 * The look of the public pages: the tokens of the customers' pages, in a few rules (DESIGN section 9, "Look"). `hash`
 * is for the CSP.
 */
export function frontStyle({ light, dark }: Palettes): { css: string; hash: string } {
  const css = `
:root{color-scheme:light dark;${colours(light)}}
@media screen and (prefers-color-scheme:dark){:root{${colours(dark)}}.picture.pale{filter:brightness(.88);box-shadow:0 0 0 12px var(--raised),0 0 0 13px var(--border)}}
${frameRules((token) => `var(--${token})`)}${rules}`;
  return { css, hash: `sha256-${createHash('sha256').update(css).digest('base64')}` };
}

/** The names of the tariffs stay above; below the name of a row stand its cells. */
const inColumns = (compare: string) =>
  `${compare} .scroll{overflow:visible}${compare} table{display:block;min-width:0}${compare} :is(thead,tbody){display:block}${compare} thead{position:sticky;top:0;z-index:1;background:var(--page)}${compare} thead td{display:none}${compare} tr{display:flex;flex-wrap:wrap;border-bottom:1px solid var(--border)}${compare} tbody th{position:static;flex:0 0 100%;padding-bottom:0;border:0;color:var(--textMuted);font-size:.875rem}${compare} :is(td,thead th){flex:1 1 0;min-width:0;padding-right:4px;border:0;font-size:.8125rem;overflow-wrap:anywhere;hyphens:auto}`;

/** Below the name of a row a line for each tariff. */
const inLines = (compare: string) =>
  `${compare} .scroll{overflow:visible}${compare} :is(table,tbody,tr,tbody th){display:block;min-width:0}${compare} thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}${compare} tr{padding:10px 0;border-bottom:1px solid var(--border)}${compare} tbody th{position:static;padding-block:0 2px;border:0;font-weight:600}${compare} td{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 12px;padding:2px 0;border:0}${compare} td::before{content:attr(data-name);color:var(--textMuted)}`;

const rules = `*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:flex;flex-direction:column;background:var(--page);color:var(--text);font:1rem/1.5 ${fontFamily};font-variant-numeric:tabular-nums;-webkit-text-size-adjust:100%}
a{color:var(--link)}
.skip{position:absolute;left:-999px}
.skip:focus{left:8px;top:8px;background:var(--raised);padding:8px}
main{width:100%;max-width:1168px;margin:0 auto;padding:24px 24px 48px}
main.text{max-width:calc(65ch + 48px)}
@media(max-width:45em){main{padding-inline:16px}}
.text h2{margin:28px 0 4px;font-size:1.125rem}
.text .body{white-space:normal}
.text .body p{margin:0 0 12px;white-space:pre-line}
h1{margin:16px 0 8px;font-size:min(1.75rem,10vw);line-height:1.2;text-wrap:balance;overflow-wrap:break-word;hyphens:auto}
h2,h3{margin:0 0 4px;font-size:1.25rem;line-height:1.3;overflow-wrap:anywhere}
.about{margin-top:-24px;background:var(--surface);box-shadow:0 0 0 100vmax var(--surface);clip-path:inset(0 -100vmax);display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,19rem),1fr));align-items:center;gap:32px 64px;padding:40px 0 56px}
.about h1{font-size:min(clamp(1.75rem,1.2rem + 2.6vw,2.75rem),10vw);letter-spacing:-.02em;max-width:22ch;margin:0 0 12px;overflow-wrap:break-word;hyphens:auto}
.about .lead{font-size:1.1875rem;max-width:60ch;margin:0}
.about+h2{margin-top:40px}.about+h2,.questions h2,.compare h2{font-size:1.5rem;scroll-margin-top:16px}
.ways{display:flex;flex-wrap:wrap;align-items:center;gap:8px 20px;margin:24px 0 0}
.ways+.ways{margin-top:8px}.ways .button{padding-inline:24px}
.ways a:not(.button){display:inline-flex;align-items:center;min-height:44px}
.parts{justify-self:end;width:100%;max-width:30rem;padding:20px 24px 24px;border:1px solid var(--border);border-radius:${radius * 2}px;background:var(--surface)}
.parts h2{margin:0 0 12px;font-size:1.0625rem}
.picture{display:block;width:100%;max-width:36rem;height:auto;border:1px solid var(--border);border-radius:${radius * 2}px}
.pictured{grid-template-columns:repeat(auto-fit,minmax(min(100%,26rem),1fr))}
.pictured .parts{grid-column:1/-1;justify-self:stretch;max-width:none;padding:24px 0 0;border:0;border-top:1px solid var(--border);border-radius:0}
.cost{margin:16px 0 0}
.questions{max-width:65ch;margin-top:48px}
.questions details{border-bottom:1px solid var(--border)}
.questions summary{display:flex;align-items:center;justify-content:space-between;gap:16px;min-height:56px;padding:8px 0;font-weight:600;list-style:none;cursor:pointer;overflow-wrap:anywhere}
.questions summary::-webkit-details-marker{display:none}
.questions summary::after{content:"";flex:none;margin-right:4px;padding:3px;border:solid var(--textMuted);border-width:0 2px 2px 0;transform:translateY(-2px) rotate(45deg)}
.questions [open] summary::after{transform:translateY(2px) rotate(-135deg)}
.questions .body{margin:0 0 16px}
.gains{margin:0;padding:0;list-style:none;overflow-wrap:anywhere}
.parts .gains{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,12rem),1fr));gap:16px 24px}
.parts li{position:relative;padding-left:24px}.parts li::before{position:absolute;left:0}.parts li p{margin:2px 0 0;color:var(--textMuted);font-size:.9375rem}
@media screen and (max-width:45em){.parts .gains{grid-template-columns:1fr 1fr;gap:8px 16px}.parts li p{display:none}.compare:not(:target) .scroll,.compare:target .unfold{display:none}}
@media screen and (min-width:45.01em){.unfold{display:none}}
.unfold a{display:inline-flex;align-items:center;min-height:44px}
.lead,.muted{color:var(--textMuted)}
.lead{font-size:1.0625rem;margin:0 0 24px}
.period{border:0;min-width:0;margin:0 0 24px;padding:0;display:flex;flex-wrap:wrap;gap:8px}
.period legend{max-width:100%;padding:0;overflow-wrap:anywhere;hyphens:auto;margin-bottom:6px;font-weight:600}
.period label{display:inline-flex;align-items:center;gap:8px;min-height:44px;padding:0 16px;border:1px solid var(--borderStrong);border-radius:${radius}px;cursor:pointer}
.period label:has(:checked){border-color:var(--accent);background:var(--accentSoft)}
.period label:has(:focus-visible){outline:2px solid var(--accent);outline-offset:2px}
.plans{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,240px),1fr));gap:16px;margin:0;padding:0;list-style:none}
.plan{position:relative;display:flex;flex-direction:column;gap:8px;padding:20px;border:1px solid var(--border);border-radius:${radius}px;background:var(--raised)}
.plan p{margin:0;overflow-wrap:anywhere}
.price{font-size:clamp(1.125rem,7vw,1.5rem);font-weight:650;line-height:1.2}
.price small{display:block;font-size:.9375rem;font-weight:400;color:var(--textMuted)}
.saving,.free{color:var(--success)}
.plan ul{margin:0;padding-left:20px;overflow-wrap:anywhere}
.plan .gains{padding:0;list-style:none}
.gains li::before{content:"✓";margin-right:8px;color:var(--success);font-weight:600}
.choose{margin-top:auto;padding-top:12px}
.button{display:flex;align-items:center;justify-content:center;min-height:48px;padding:8px 16px;border-radius:${radius}px;background:var(--accent);color:var(--onAccent);font-weight:600;text-align:center;text-decoration:none;overflow-wrap:anywhere}
.button:hover{background:var(--accentHover)}
body:has(#by-year:checked) .by-month,body:not(:has(#by-year:checked)) .by-year{display:none}
.compare{container-type:inline-size;margin-top:40px}
.scroll{position:relative;overflow-x:auto}
table{border-collapse:collapse;width:100%;min-width:480px}
tbody th{position:sticky;left:0;background:var(--page)}
tbody th small{display:block;max-width:32rem;color:var(--textMuted);font-size:.875rem}
th,td{padding:8px 12px 8px 0;text-align:left;border-bottom:1px solid var(--border);vertical-align:top;font-weight:400}
thead th{font-weight:600}
.group th{padding-top:20px;color:var(--textMuted);font-size:.875rem;font-weight:600}
tbody th[data-depth="1"]{padding-left:16px}
tbody th[data-depth="2"]{padding-left:32px}
.plan.recommended{border:2px solid var(--accent);padding:max(19px,1.1875rem) 19px 19px}
.plan .badge{position:absolute;top:0;left:18px;transform:translateY(-50%);padding:2px 10px;border-radius:999px;background:var(--accent);color:var(--onAccent);font-size:.875rem;font-weight:600}
.advised .plan:not(.recommended) .button{background:var(--raised);color:var(--link);box-shadow:inset 0 0 0 1px var(--borderStrong)}
.advised .plan:not(.recommended) .button:hover{background:var(--accentSoft)}
@container(min-width:20em) and (max-width:40em){${inColumns('.compare.narrow')}}
@container(max-width:40em){${inLines('.compare:not(.narrow)')}}
@container(max-width:20em){${inLines('.compare')}}
.phone{display:inline-block}
.printed{display:none;overflow-wrap:anywhere}
.yes{color:var(--success);font-weight:600}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.body{white-space:pre-line;overflow-wrap:anywhere}
@media print{@page{margin:16mm}:root{color-scheme:light}body{background:#fff;color:#000}main{max-width:none;padding-inline:0}.period,.choose,.ways,.skip,.unfold{display:none}.by-year,.by-month{display:revert!important}.plan .same{display:none!important}.about{padding:0 0 16px}.picture{max-width:80mm}.about{background:none;box-shadow:none;margin-top:0}.questions details::details-content{content-visibility:visible;block-size:auto}.questions summary::after{display:none}.plans{grid-template-columns:repeat(2,1fr)}.plan{background:#fff;color:#000;break-inside:avoid}.plan .badge{border:1px solid;background:none;color:#000}.scroll{overflow:visible}table{min-width:0;margin:0}tr,h2,h3{break-inside:avoid}h2,h3{break-after:avoid}tbody th{position:static;background:none}.printed{display:block}a{color:inherit;text-decoration:none}}
`;
