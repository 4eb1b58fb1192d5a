import { type Palette, radius } from './theme.ts';

/** How a page's style names a token. */
type Token = (name: keyof Palette) => string;

/** In pixels, with what keeps it from the edges of a window. */
const width = 1168;

/**
 * The frame of every page that a customer sees, one for the prices, the registration, the account and the cabinet
 * (docs/decisions/0256): a bar with the logo, the pages, the language and who is signed in; the footer; boxes to tick.
 * Its breaks are measured in letters, so that large ones have room.
 */
export function frameRules(of: Token): string {
  return `${bar(of)}${offer(of)}${menus(of)}${foot(of)}${boxes(of)}${narrow}${paper}`;
}

const bar = (of: Token) => `
html { overflow-y: scroll; }
.site-top { container-type: inline-size; font-size: 1rem; line-height: 1.5; background: ${of('surface')}; border-bottom: 1px solid ${of('border')}; }
.site-bar { box-sizing: border-box; display: flex; flex-wrap: wrap; align-items: center; gap: 0 20px; max-width: ${width}px; margin: 0 auto; padding: 10px 24px; }
.brand { display: inline-flex; align-items: center; gap: 10px; min-width: 0; max-width: 100%; min-height: 44px; margin: 0; color: ${of('text')}; font-size: 1.125rem; font-weight: 650; letter-spacing: -0.01em; text-decoration: none; }
.brand span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.brand :is(img, svg):not(.logo) { flex: none; width: 32px; height: 32px; }
.brand .logo { flex: 0 1 auto; width: auto; min-width: 0; height: 32px; max-width: min(60vw, 280px); object-fit: contain; object-position: left; }
.site-pages { display: flex; flex-wrap: wrap; align-items: center; gap: 4px; min-width: 0; }
.site-pages a { display: inline-flex; align-items: center; min-height: 44px; padding: 0 12px; border-radius: ${radius}px; color: ${of('textMuted')}; font-weight: 500; text-decoration: none; white-space: nowrap; }
.site-pages a:hover { color: ${of('text')}; background: ${of('page')}; }
.site-pages a[aria-current] { color: ${of('link')}; background: ${of('accentSoft')}; }
.site-pages a:focus-visible { outline-offset: -2px; }
.site-end { display: flex; flex-wrap: wrap; align-items: center; gap: 0 8px; max-width: 100%; margin-inline-start: auto; margin-inline-end: -10px; }
`;

const offer = (of: Token) => `
.language-offer { box-sizing: border-box; display: flex; width: 100%; flex-wrap: wrap; justify-content: flex-end; gap: 0 20px; max-width: ${width}px; margin: 0 auto; padding: 0 24px; font-size: 0.9375rem; line-height: 1.5; }
.language-offer a { display: inline-flex; align-items: center; min-height: 44px; color: ${of('link')}; font-weight: 600; }
.language-offer a + a { color: ${of('textMuted')}; font-weight: 400; }
`;

const menus = (of: Token) => `
.site-menu { position: relative; }
.site-menu summary, .site-link { display: flex; align-items: center; gap: 8px; box-sizing: border-box; min-height: 44px; padding: 0 10px; border-radius: ${radius}px; color: ${of('textMuted')}; font-size: 0.9375rem; text-decoration: none; cursor: pointer; }
.site-link { color: ${of('link')}; font-weight: 600; }
.site-menu summary { list-style: none; }
.site-menu summary::-webkit-details-marker { display: none; }
.site-menu summary:hover, .site-link:hover { color: ${of('text')}; }
.site-menu summary::after { content: ""; flex: none; border: solid currentColor; border-width: 0 2px 2px 0; padding: 2.5px; transform: translateY(-2px) rotate(45deg); }
.site-menu .letters { display: none; }
.person .whole { max-width: 11em; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.face { display: grid; flex: none; place-items: center; width: 32px; height: 32px; border-radius: 50%; background: ${of('accentSoft')}; color: ${of('link')}; font-size: 0.9375rem; font-weight: 650; }
.site-list { position: absolute; inset-inline-end: 0; top: 100%; z-index: 5; box-sizing: border-box; display: grid; width: max-content; min-width: 200px; max-width: min(20em, 80vw); margin: 0; padding: 4px; list-style: none; background: ${of('raised')}; border: 1px solid ${of('border')}; border-radius: ${radius}px; box-shadow: 0 6px 24px rgb(0 0 0 / 0.16); }
.site-list p { margin: 0; padding: 10px 12px; border-bottom: 1px solid ${of('border')}; color: ${of('textMuted')}; font-size: 0.9375rem; overflow-wrap: anywhere; }
.site-list form { display: grid; margin: 0; }
.site-list :is(a, button) { display: flex; align-items: center; box-sizing: border-box; width: 100%; min-height: 44px; padding: 0 12px; border: 0; border-radius: 6px; background: none; color: ${of('text')}; font: inherit; text-align: start; text-decoration: none; cursor: pointer; }
.site-list :is(a, button):hover { background: ${of('page')}; }
.site-list [aria-pressed="true"], .site-list [aria-current="true"] { color: ${of('link')}; font-weight: 650; }
`;

const foot = (of: Token) => `
.site-foot { box-sizing: border-box; width: 100%; max-width: ${width}px; margin: auto auto 0; padding: 24px 24px 32px; color: ${of('textMuted')}; font-size: 0.9375rem; line-height: 1.5; }
.site-foot p { margin: 0 0 4px; overflow-wrap: anywhere; }
.site-foot a { color: ${of('link')}; }
.site-foot a[href^="tel:"] { display: inline-block; }
.site-foot ul { display: flex; flex-wrap: wrap; gap: 0 20px; margin: 0; padding: 0; list-style: none; }
.site-foot ul a { display: inline-block; min-height: 44px; padding: 10px 0; font-size: min(1em, 7vw); }
.site-foot .own { white-space: pre-line; }
`;

/** Drawn here, because a browser's own ones look disabled in the dark. */
const boxes = (of: Token) => `
@media not (forced-colors: active) {
  input:is([type="radio"], [type="checkbox"]) { appearance: none; position: relative; flex: none; width: 20px; height: 20px; min-height: 0; margin: 0; padding: 0; border: 2px solid ${of('borderStrong')}; border-radius: 5px; background: ${of('surface')}; }
  input[type="radio"] { border-radius: 50%; }
  input:is([type="radio"], [type="checkbox"]):checked { border-color: ${of('accent')}; }
  input:is([type="radio"], [type="checkbox"]):disabled { opacity: 0.5; }
  input[type="radio"]:checked { background: radial-gradient(${of('accent')} 0 4px, ${of('surface')} 4.5px); }
  input[type="checkbox"]:checked { background: ${of('accent')}; }
  input[type="checkbox"]:checked::before { content: ""; position: absolute; inset-inline-start: 28%; top: 4%; width: 28%; height: 58%; border: solid ${of('onAccent')}; border-width: 0 2px 2px 0; transform: rotate(45deg); }
}
`;

const narrow = `
@container (max-width: 60em) {
  .site-pages { order: 4; flex: 0 0 100%; gap: 0; margin-inline: -10px; }
  .site-pages a { padding-inline: 10px; }
}
@container (max-width: 45em) {
  .site-bar { padding: 4px 16px; }
  .site-end { gap: 0; }
  .site-menu .whole { display: none; }
  .site-menu .letters { display: inline; }
  .site-pages a { padding-inline: 8px; font-size: 0.9375rem; }
}
/* One row, which is pushed sideways; it fades out where it goes on. */
@container (min-width: 19em) and (max-width: 45em) {
  .brand { max-width: calc(100% - 9em); }
  .site-pages { flex-wrap: nowrap; overflow-x: auto; scrollbar-width: none; }
  .site-pages a { flex: 0 0 auto; }
  @supports (animation-timeline: scroll()) {
    .site-pages { animation: goes-on linear; animation-timeline: scroll(self inline); }
  }
}
/* On a phone the cabinet's five pages fit into the row in each language. */
@container (min-width: 19em) and (max-width: 26em) {
  .site-pages { flex-basis: calc(100% + 10px); margin-inline: -5px; }
  .site-pages a { padding-inline: clamp(5px, (100cqi - 310px) / 10, 8px); font-size: 0.875rem; }
}
@keyframes goes-on { from, 96% { mask-image: linear-gradient(to left, transparent, #000 3em); } to { mask-image: none; } }
@media (max-width: 45em) {
  .site-foot, .language-offer { padding-inline: 16px; }
  /* Three links in one row of a phone. */
  .site-foot ul { gap: 0 12px; font-size: 0.875rem; }
}
`;

const paper = `
@media print {
  .site-top { border: 0; background: none; }
  .site-bar, .site-foot { max-width: none; padding-inline: 0; }
  .site-pages, .site-end, .language-offer, .site-foot ul { display: none; }
}
`;
