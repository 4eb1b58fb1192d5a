import { render } from '@react-email/render';
import { createElement as element, type CSSProperties, type ReactNode } from 'react';
import { fontFamily, type Palette, radius } from '#contract/company/theme.ts';
import type { MailContent } from './mail-content.ts';
import { type MailBlock, type NamedValue, type Run, textOf } from './templates/mail-blocks.ts';

/**
 * An email as HTML: tables and inline styles for old mail programs, a style sheet for dark mode. React escapes all
 * values from people.
 */
export function mailHtml(content: MailContent): Promise<string> {
  const { light, dark } = content.brand.palettes;
  const styles = stylesOf(light);
  return render(
    element(
      'html',
      { lang: content.locale },
      element(
        'head',
        null,
        element('meta', { charSet: 'utf-8' }),
        element('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
        element('meta', { name: 'color-scheme', content: 'light dark' }),
        element('meta', { name: 'supported-color-schemes', content: 'light dark' }),
        element('title', null, content.subject),
        element('style', {
          dangerouslySetInnerHTML: { __html: darkStyles(dark) },
        }),
      ),
      element(
        'body',
        { className: 'page', style: { ...styles.page, margin: 0, padding: 0 } },
        element('div', { style: unseen }, content.preheader + preheaderEnd),
        frame(content, styles),
      ),
    ),
  );
}

/** Without it an inbox would go on with the product's name and the heading, which the subject has said. */
const preheaderEnd = '\u034f\u200c\u00a0'.repeat(80);
const unseen = {
  display: 'none',
  fontSize: 1,
  lineHeight: '1px',
  maxHeight: 0,
  maxWidth: 0,
  opacity: 0,
  overflow: 'hidden',
} as const;

const logoSize = 32;

type Styles = ReturnType<typeof stylesOf>;

function stylesOf(light: Palette) {
  // German compounds and addresses can be wider than a phone.
  const words = { color: light.text, fontFamily, hyphens: 'auto', overflowWrap: 'anywhere' } as const;
  return {
    page: { backgroundColor: light.page },
    card: {
      backgroundColor: light.surface,
      border: `1px solid ${light.border}`,
      borderRadius: radius,
      padding: '32px 28px',
    },
    product: { color: light.accent, fontFamily, fontSize: 18, fontWeight: 700, padding: '0 4px 16px' },
    logo: { border: 0, display: 'inline-block', marginRight: 10, verticalAlign: 'middle' },
    heading: { ...words, fontSize: 24, lineHeight: '31px', fontWeight: 700, margin: '0 0 20px' },
    subheading: { ...words, fontSize: 18, lineHeight: '25px', fontWeight: 700, margin: '24px 0 12px' },
    text: { ...words, fontSize: 16, lineHeight: '25px', margin: '0 0 16px' },
    sum: { ...words, fontSize: 16, lineHeight: '25px', padding: '4px 0' },
    result: {
      borderTop: `1px solid ${light.border}`,
      fontWeight: 700,
      padding: '8px 0 4px',
    },
    factName: {
      color: light.textMuted,
      fontFamily,
      fontSize: 14,
      lineHeight: '25px',
      padding: '2px 16px 2px 0',
      verticalAlign: 'top',
      whiteSpace: 'nowrap',
    },
    fact: { ...words, fontSize: 16, lineHeight: '25px', padding: '2px 0', verticalAlign: 'top' },
    small: { color: light.textMuted, fontFamily, fontSize: 14, lineHeight: '21px', margin: '0 0 12px' },
    address: { color: light.link, wordBreak: 'break-all' },
    link: { color: light.link },
    button: { backgroundColor: light.accent, borderRadius: radius },
    buttonText: {
      color: light.onAccent,
      display: 'inline-block',
      fontFamily,
      fontSize: 16,
      lineHeight: '22px',
      fontWeight: 600,
      padding: '13px 24px',
      textDecoration: 'none',
    },
    line: {
      borderTop: `1px solid ${light.border}`,
      fontSize: 1,
      lineHeight: '1px',
      height: 1,
      margin: '24px 0 20px',
    },
    footer: { padding: '20px 4px 0' },
    footerText: {
      color: light.textMuted,
      fontFamily,
      fontSize: 13,
      lineHeight: '20px',
      margin: '0 0 6px',
    },
  } satisfies Record<string, CSSProperties>;
}

const darkStyles = (dark: Palette) => `@media (prefers-color-scheme: dark) {
  .page { background-color: ${dark.page} !important; }
  .card { background-color: ${dark.surface} !important; border-color: ${dark.border} !important; }
  .line { border-color: ${dark.border} !important; }
  .product { color: ${dark.accent} !important; }
  .text { color: ${dark.text} !important; }
  .muted { color: ${dark.textMuted} !important; }
  .address { color: ${dark.link} !important; }
  .button { background-color: ${dark.accent} !important; }
  .button-text { color: ${dark.onAccent} !important; }
}
@media (max-width: 480px) {
  .card { padding: 24px 20px !important; }
  .heading { font-size: 21px !important; line-height: 28px !important; }
}`;

function frame({ product, brand, footer, ...content }: MailContent, styles: Styles): ReactNode {
  return table(
    { className: 'page', style: styles.page },
    element(
      'td',
      { align: 'center', style: { padding: '28px 12px 36px' } },
      table(
        { style: { maxWidth: 560, textAlign: 'left' } },
        element(
          'td',
          { className: 'product', style: styles.product },
          ...brandName({ product, brand }, styles),
        ),
        element('td', { className: 'card', style: styles.card }, ...card(content, styles)),
        element(
          'td',
          { style: styles.footer },
          ...footer.map((line) => paragraph(line, { className: 'muted', style: styles.footerText })),
        ),
      ),
    ),
  );
}

/** The operator's logo, which has the name in it; else the mark and the name, also where pictures are not loaded. */
function brandName(
  { product, brand: { logo, markUrl } }: Pick<MailContent, 'product' | 'brand'>,
  styles: Styles,
): ReactNode[] {
  if (logo) {
    const width = Math.min(280, Math.round(logoSize * logo.ratio));
    const size = { width, height: Math.round(width / logo.ratio) };
    return [element('img', { key: 'logo', src: logo.url, alt: product, ...size, style: styles.logo })];
  }
  const size = { width: logoSize, height: logoSize };
  return [
    ...(markUrl === null
      ? []
      : [element('img', { key: 'mark', src: markUrl, alt: '', ...size, style: styles.logo })]),
    element('span', { key: 'name', style: { verticalAlign: 'middle' } }, product),
  ];
}

function card(
  { blocks, linkHint, signature }: Omit<MailContent, 'product' | 'brand' | 'footer'>,
  styles: Styles,
): ReactNode[] {
  const addresses = new Set(blocks.flatMap((block) => (block.type === 'button' ? [block.href] : [])));
  const small = { className: 'muted', style: { ...styles.small, margin: 0 } };
  return [
    ...blocks.map((block) => blockOf(block, styles)),
    ...(signature ? [paragraph(signature, said(styles, signatureStyle))] : []),
    ...(addresses.size > 0
      ? [
          element('div', { className: 'line', style: styles.line }),
          paragraph(linkHint, small),
          ...[...addresses].map((url) =>
            paragraph(element('a', { href: url, className: 'address', style: styles.address }, url), small),
          ),
        ]
      : []),
  ];
}

function blockOf(block: MailBlock, styles: Styles): ReactNode {
  switch (block.type) {
    case 'heading': {
      const style = block.level === 1 ? styles.heading : styles.subheading;
      const className = block.level === 1 ? 'text heading' : 'text';
      return element(block.level === 1 ? 'h1' : 'h2', { className, style }, ...wordsOf(block.runs, styles));
    }
    case 'paragraph':
      return paragraph(wordsOf(block.runs, styles), said(styles, asTyped));
    case 'note':
      return paragraph(wordsOf(block.runs, styles), { className: 'muted', style: styles.small });
    case 'list':
      return element(
        block.ordered ? 'ol' : 'ul',
        said(styles, listStyle),
        ...block.items.map((item) =>
          element('li', { style: { margin: '0 0 6px' } }, ...wordsOf(item, styles)),
        ),
      );
    case 'rows':
      return block.are === 'sums' ? sums(block.rows, styles) : facts(block.rows, styles);
    case 'button':
      return buttonTo({ url: block.href, label: textOf(block.runs) }, styles);
    case 'line':
      return element('div', { className: 'line', style: styles.line });
  }
}

function said(styles: Styles, more: CSSProperties) {
  return { className: 'text', style: { ...styles.text, ...more } };
}

function wordsOf(runs: readonly Run[], styles: Styles): ReactNode[] {
  return runs.map(({ text, strong, em, href }) => {
    const whole = withWholeNumbers(text);
    const slanted = em ? element('em', null, ...whole) : whole;
    const heavy = strong ? element('strong', null, slanted) : slanted;
    if (href === undefined) return heavy;
    return element('a', { href, className: 'address', style: styles.link }, heavy);
  });
}

/** The number of a document breaks at no hyphen. */
function withWholeNumbers(text: string): ReactNode[] {
  return text
    .split(/\b([A-Z]{1,6}-\d{4}-\d{3,})\b/)
    .map((part, place) =>
      place % 2 === 0 ? part : element('span', { key: place, style: { whiteSpace: 'nowrap' } }, part),
    );
}

/** Lines of a colleague's own words stay lines. */
const asTyped: CSSProperties = { whiteSpace: 'pre-line' };
const signatureStyle: CSSProperties = { ...asTyped, margin: '20px 0 0' };
const listStyle: CSSProperties = { paddingLeft: 24 };
const sumStyle: CSSProperties = { paddingLeft: 16, whiteSpace: 'nowrap' };

/** Sums below one another, with a line above their result. */
function sums(rows: NamedValue[], styles: Styles): ReactNode {
  const cells = rows.map(({ label, value }, place): ReactNode[] => {
    const isResult = place === rows.length - 1;
    const style = { ...styles.sum, ...(isResult && styles.result) };
    const className = isResult ? 'text line' : 'text';
    return [
      element('td', { className, style }, ...wordsOf(label, styles)),
      element(
        'td',
        { className, align: 'right', style: { ...style, ...sumStyle } },
        ...wordsOf(value, styles),
      ),
    ];
  });
  return rowsOf(cells, '100%');
}

/** Each after its name; a long one breaks. */
function facts(rows: NamedValue[], styles: Styles): ReactNode {
  const cells = rows.map(({ label, value }): ReactNode[] => [
    element('td', { className: 'muted', style: styles.factName }, ...wordsOf(label, styles)),
    element('td', { className: 'text', style: styles.fact }, ...wordsOf(value, styles)),
  ]);
  return rowsOf(cells, undefined);
}

function rowsOf(rows: ReactNode[][], width: string | undefined): ReactNode {
  return element(
    'table',
    { width, cellPadding: 0, cellSpacing: 0, style: { margin: '0 0 16px' } },
    element('tbody', null, ...rows.map((cells) => element('tr', null, ...cells))),
  );
}

function buttonTo({ url, label }: { url: string; label: string }, styles: Styles): ReactNode {
  return element(
    'table',
    {
      role: 'presentation',
      cellPadding: 0,
      cellSpacing: 0,
      style: { margin: '8px 0 24px' },
    },
    element(
      'tbody',
      null,
      element(
        'tr',
        null,
        element(
          'td',
          { className: 'button', style: styles.button },
          element('a', { href: url, className: 'button-text', style: styles.buttonText }, label),
        ),
      ),
    ),
  );
}

function paragraph(
  words: ReactNode | ReactNode[],
  properties: { className: string; style: CSSProperties },
): ReactNode {
  return element('p', properties, ...[words].flat());
}

/** A layout table with a row for each cell. */
function table(properties: { className?: string; style: CSSProperties }, ...cells: ReactNode[]): ReactNode {
  return element(
    'table',
    { role: 'presentation', width: '100%', cellPadding: 0, cellSpacing: 0, border: 0, ...properties },
    element('tbody', null, ...cells.map((cell) => element('tr', null, cell))),
  );
}
