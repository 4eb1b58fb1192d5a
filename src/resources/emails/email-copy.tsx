import { useEffect, useRef } from 'react';

/**
 * The kept copy of an e-mail as it looks. The page's CSP refuses inline styles in markup, in a framed document as
 * well, so the copy is rebuilt node by node from a list of harmless elements, its styles set one by one.
 */
export function EmailCopy({ html, locale }: { html: string; locale: string }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // A shadow keeps the panel's styles out of the letter and the letter's out of the panel.
    const root = host.current?.shadowRoot ?? host.current?.attachShadow({ mode: 'open' });
    root?.replaceChildren(...rebuilt(html));
  }, [html]);
  return <div ref={host} className="email-copy" lang={locale} />;
}

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

function rebuilt(html: string): Node[] {
  // Even a document that is never shown has its styles refused; under other names they are data.
  const inert = html.replace(/(\s)style=/gi, '$1data-style=').replace(/<(\/?)style\b/gi, '<$1x-style');
  return [...new DOMParser().parseFromString(inert, 'text/html').body.childNodes].flatMap(rebuiltNode);
}

function rebuiltNode(node: Node): Node[] {
  if (node.nodeType === Node.TEXT_NODE) return [document.createTextNode(node.textContent ?? '')];
  if (!(node instanceof Element)) return [];
  const name = node.localName;
  if (unseen.has(name)) return [];
  const children = [...node.childNodes].flatMap(rebuiltNode);
  if (!elements.has(name)) return children;
  const copy = document.createElement(name);
  for (const attribute of attributes) {
    const value = node.getAttribute(attribute);
    if (value !== null) copy.setAttribute(attribute, value);
  }
  for (const declaration of (node.getAttribute('data-style') ?? '').split(';')) {
    const colon = declaration.indexOf(':');
    // An address inside a style would fetch something.
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
