/**
 * The design tokens (DESIGN section 9, "Look"), for antd's theme in the panel, CSS custom properties on customers'
 * pages, and what the server writes: emails and proforma invoices. Text colours pass WCAG AA on `page`, `surface` and
 * `raised`; borders of fields (`borderStrong`) pass 3:1.
 */
export interface Palette {
  page: string;
  surface: string;
  raised: string;
  text: string;
  textMuted: string;
  border: string;
  borderStrong: string;
  accent: string;
  accentHover: string;
  onAccent: string;
  accentSoft: string;
  link: string;
  danger: string;
  dangerSoft: string;
  success: string;
  successSoft: string;
  warning: string;
  warningSoft: string;
}

export const palettes: Record<'light' | 'dark', Palette> = {
  light: {
    page: '#f5f7f6',
    surface: '#ffffff',
    raised: '#ffffff',
    text: '#15201e',
    textMuted: '#53605d',
    border: '#d9dfdd',
    borderStrong: '#7c8885',
    accent: '#0f766e',
    accentHover: '#0b5f58',
    onAccent: '#ffffff',
    accentSoft: '#e3f2f0',
    link: '#0f6c65',
    danger: '#b42318',
    dangerSoft: '#fdf0ee',
    success: '#067647',
    successSoft: '#e7f6ee',
    warning: '#8a5a00',
    warningSoft: '#fdf4e1',
  },
  dark: {
    page: '#0f1413',
    surface: '#171d1c',
    raised: '#1f2726',
    text: '#e7edeb',
    textMuted: '#a2afac',
    border: '#2d3736',
    borderStrong: '#71807d',
    accent: '#2dd4bf',
    accentHover: '#5eead4',
    onAccent: '#04211e',
    accentSoft: '#12312e',
    link: '#4fdcc9',
    danger: '#ff8a7d',
    dangerSoft: '#331a17',
    success: '#4cd08d',
    successSoft: '#12301f',
    warning: '#f5b946',
    warningSoft: '#33270f',
  },
};

export const fontFamily =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif';

/** In pixels. */
export const radius = 8;

/** Tokens as custom properties by theme, chosen by the system unless `data-theme` is set. */
export function themeRules(
  { light, dark }: Record<'light' | 'dark', Partial<Palette>>,
  { shared = '', schemes = false } = {},
): string {
  const scheme = (name: string) => (schemes ? `;color-scheme:${name}` : '');
  return [
    `:root{${shared}${properties(light)}${scheme('light')}}`,
    `@media screen and (prefers-color-scheme:dark){:root:not([data-theme=light]){${properties(dark)}${scheme('dark')}}}`,
    `@media screen{:root[data-theme=dark]{${properties(dark)}${scheme('dark')}}}`,
  ].join('\n');
}

function properties(tokens: Partial<Palette>): string {
  return Object.entries(tokens)
    .map(([name, colour]) => `${tokenName(name)}:${colour}`)
    .join(';');
}

/** A token's custom property. */
export function tokenName(token: string): string {
  return `--${token.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
