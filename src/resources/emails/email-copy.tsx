import { useEffect, useRef } from 'react';
import { declarationsFor, type EmailLook } from './email-styles.ts';

/**
 * The stored copy of an email as it looked. The page's CSP refuses inline styles in markup, also in a frame, so the
 * copy is rebuilt node by node from a list of harmless elements, and its styles are set one by one.
 */
export function EmailCopy({
  html,
  locale,
  looks = usual,
}: {
  html: string;
  locale: string;
  looks?: readonly EmailLook[];
}) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // A shadow root keeps the panel's styles and the email's apart.
    const root = host.current?.shadowRoot ?? host.current?.attachShadow({ mode: 'open' });
    root?.replaceChildren(...rebuilt(html, declarationsFor(html, looks)));
  }, [html, looks]);
  return <div ref={host} className="email-copy" lang={locale} />;
}

const usual: readonly EmailLook[] = [];

type Declarations = ReturnType<typeof declarationsFor>;

const elements = new Set(
  'a b blockquote br center code div em h1 h2 h3 h4 hr i li ol p pre small span strong table tbody td tfoot th thead tr u ul'.split(
    ' ',
  ),
);
const unseen = new Set(['head', 'x-style', 'script', 'title', 'template', 'noscript']);
const attributes = [
  'align',
  'valign',
  'width',
  'height',
  'colspan',
  'rowspan',
  'role',
  'cellpadding',
  'cellspacing',
];

function rebuilt(html: string, declarations: Declarations): Node[] {
  // Styles are refused even in a document that is never shown; under another name they are plain data.
  const inert = html.replace(/(\s)style=/gi, '$1data-style=').replace(/<(\/?)style\b/gi, '<$1x-style');
  const { body } = new DOMParser().parseFromString(inert, 'text/html');
  return [...body.childNodes].flatMap((node) => rebuiltNode(node, declarations));
}

function rebuiltNode(node: Node, declarations: Declarations): Node[] {
  if (node.nodeType === Node.TEXT_NODE) return [document.createTextNode(node.textContent ?? '')];
  if (!(node instanceof Element)) return [];
  const name = node.localName;
  if (unseen.has(name)) return [];
  const children = [...node.childNodes].flatMap((child) => rebuiltNode(child, declarations));
  if (!elements.has(name)) return children;
  const copy = document.createElement(name);
  for (const attribute of attributes) {
    const value = node.getAttribute(attribute);
    if (value !== null) copy.setAttribute(attribute, value);
  }
  const more = declarations.flatMap(([className, style]) =>
    node.classList.contains(className) ? [style] : [],
  );
  for (const declaration of [node.getAttribute('data-style') ?? '', ...more].join(';').split(';')) {
    const colon = declaration.indexOf(':');
    // An address inside a style would load something.
    if (colon < 1 || /url\s*\(/i.test(declaration)) continue;
    copy.style.setProperty(declaration.slice(0, colon).trim(), declaration.slice(colon + 1).trim());
  }
  if (copy instanceof HTMLAnchorElement) linkTo(copy, node.getAttribute('href'));
  copy.append(...children);
  return [copy];
}

function linkTo(link: HTMLAnchorElement, address: string | null): void {
  if (address === null || !/^(https?:|mailto:)/i.test(address)) return;
  link.href = address;
  link.target = '_blank';
  link.rel = 'noreferrer';
}
