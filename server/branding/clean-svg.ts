import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { type CleanImage, ImageFault } from './image.ts';
import {
  attributes,
  colour,
  darkProperties,
  declarations,
  elements,
  isHarmless,
  properties,
  written,
} from './svg-rules.ts';

/**
 * An SVG rebuilt from an allow-list: no scripts, no handlers, no style sheets (their rules become attributes), nothing
 * from outside. What comes out is newly written, so no trick of the text that came in survives. With `keepsDark` the
 * colours for the dark stay, in a style sheet of ours (docs/decisions/0310).
 */
export function cleanSvg(bytes: Buffer, { keepsDark = false } = {}): CleanImage {
  const root = rootOf(textOf(bytes));
  const rules = { always: rulesIn(root, alwaysIn), dark: keepsDark ? rulesIn(root, darkIn) : [], looks: [] };
  const { width, height, viewBox } = sizeOf(root.attributes);
  const own = { xmlns: 'http://www.w3.org/2000/svg', width, height, viewBox };
  const picture: Element = {
    name: 'svg',
    attributes: { ...own, ...ownAttributes(root, rules), ...own },
    children: cleaned(root.children, rules),
  };
  if (picture.children.length === 0) throw new ImageFault('validation.imageBroken');
  refuseExplosion(picture);
  if (rules.looks.length > 0) picture.children.unshift(darkStyle(rules.looks));
  return { type: 'svg', content: Buffer.from(write(picture)), width, height };
}

interface Element {
  name: string;
  attributes: Record<string, string | number>;
  children: (Element | string)[];
}

const mostElements = 3000;

function textOf(bytes: Buffer): string {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ImageFault('validation.imageBroken');
  }
  // Drawing programs write one without entities of its own.
  return text.replace(/<!DOCTYPE\s[^[\]<>]*>/i, '');
}

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  // Without a document type there are the five of XML and numbers, and none that grows.
  processEntities: true,
  htmlEntities: true,
});

type Node = Record<string, unknown>;

function rootOf(text: string): Element {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text) || XMLValidator.validate(text) !== true) {
    throw new ImageFault('validation.imageBroken');
  }
  let nodes: Node[];
  try {
    nodes = parser.parse(text) as Node[]; // in its own order, by `preserveOrder`
  } catch {
    throw new ImageFault('validation.imageBroken');
  }
  const roots = nodes.flatMap(elementOf).filter((node) => typeof node !== 'string' || node.trim() !== '');
  const [root] = roots;
  if (roots.length !== 1 || typeof root !== 'object' || root.name !== 'svg') {
    throw new ImageFault('validation.imageBroken');
  }
  return root;
}

/** What the parser found, without processing instructions. */
function elementOf(node: Node): (Element | string)[] {
  const text = node['#text'];
  if (typeof text === 'string') return [text];
  const name = Object.keys(node).find((key) => key !== ':@');
  if (name === undefined || name.startsWith('?')) return [];
  const given = Object.entries((node[':@'] as Node | undefined) ?? {}).map(([key, value]) => [
    key,
    String(value),
  ]);
  const below = (node[name] as Node[] | undefined) ?? [];
  return [{ name, attributes: Object.fromEntries(given), children: below.flatMap(elementOf) }];
}

type Rule = { selector: string; look: Record<string, string> };

interface Rules {
  always: Rule[];
  dark: Rule[];
  /** What elements look like in the dark, as each is found; its place is its class. */
  looks: string[];
}

const mediaBlock = /@media([^{}]*)\{((?:[^{}]*\{[^{}]*\})*)[^{}]*\}/g;

function alwaysIn(css: string): string {
  return css.replace(mediaBlock, '');
}

function darkIn(css: string): string {
  return [...css.matchAll(mediaBlock)]
    .filter(([, condition = '']) => /^\s*\(\s*prefers-color-scheme\s*:\s*dark\s*\)\s*$/i.test(condition))
    .map(([, , body = '']) => body)
    .join('');
}

/** The rules of a part of its style sheets for an element, a class or an id. Anything more is left out. */
function rulesIn(element: Element, partOf: (css: string) => string): Rule[] {
  const own =
    element.name === 'style' ? element.children.filter((child) => typeof child === 'string').join('') : '';
  const css = partOf(own.replace(/\/\*[\s\S]*?\*\//g, ''));
  const rules = [...css.matchAll(/([^{}@;]+)\{([^{}]*)\}/g)].flatMap(([, selectors = '', body = '']) =>
    selectors.split(',').map((selector) => ({ selector: selector.trim(), look: declarations(body) })),
  );
  return [
    ...rules,
    ...element.children.flatMap((child) => (typeof child === 'string' ? [] : rulesIn(child, partOf))),
  ];
}

function cleaned(children: Element['children'], rules: Rules, isWritten = false): Element['children'] {
  return children.flatMap((child): Element['children'] => {
    if (typeof child === 'string') return isWritten && child !== '' ? [child] : [];
    if (!elements.has(child.name) || child.name === 'svg') return [];
    return [
      {
        name: child.name,
        attributes: ownAttributes(child, rules),
        children: cleaned(child.children, rules, written.has(child.name)),
      },
    ];
  });
}

/** What rules say of an element, in the order in which CSS lets one win: element, class, id. */
function lookOf({ name, attributes: { class: classes = '', id } }: Element, rules: readonly Rule[]) {
  const own = String(classes).split(/\s+/);
  const matching = [
    (selector: string) => selector === name,
    (selector: string) => selector.startsWith('.') && own.includes(selector.slice(1)),
    (selector: string) => selector.startsWith('#') && selector.slice(1) === id,
  ].flatMap((matches) => rules.filter(({ selector }) => matches(selector)));
  return Object.assign({}, ...matching.map(({ look }) => look)) as Record<string, string>; // as in each look
}

/** The class of its colours in the dark, if it has any. */
function darkClass(element: Element, { dark, looks }: Rules): { class?: string } {
  const colours = Object.entries(lookOf(element, dark)).filter(
    ([name, value]) => darkProperties.has(name) && colour.test(value),
  );
  if (colours.length === 0) return {};
  const look = colours.map(([name, value]) => `${name}:${value}`).join(';');
  if (!looks.includes(look)) looks.push(look);
  return { class: `dark${looks.indexOf(look)}` };
}

function darkStyle(looks: readonly string[]): Element {
  const rules = looks.map((look, at) => `.dark${at}{${look}}`).join('');
  return { name: 'style', attributes: {}, children: [`@media (prefers-color-scheme:dark){${rules}}`] };
}

/** Before what a style sheet says stands the attribute, after it the element's own style. */
function ownAttributes(element: Element, rules: Rules): Record<string, string> {
  const { attributes: given } = element;
  const text = (key: string) => String(given[key] ?? '');
  const kept = Object.entries(given).filter(
    ([key, value]) => (attributes.has(key) || properties.has(key)) && isHarmless(String(value)),
  );
  const part = text('href') || text('xlink:href');
  return {
    ...(/^[\w.-]+$/.test(text('id')) && { id: text('id') }),
    ...Object.fromEntries(kept.map(([key, value]) => [key, String(value)])),
    ...lookOf(element, rules.always),
    ...declarations(text('style')),
    ...(/^#[\w.-]+$/.test(part) && { href: part }),
    ...darkClass(element, rules),
  };
}

function sizeOf({ viewBox, width, height }: Element['attributes']) {
  const box = String(viewBox ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const [x = 0, y = 0, wide = NaN, high = NaN] =
    box.length === 4 ? box : [0, 0, pixels(width), pixels(height)];
  if (![x, y, wide, high].every(Number.isFinite) || wide <= 0 || high <= 0) {
    throw new ImageFault('validation.imageSize');
  }
  return { width: wide, height: high, viewBox: [x, y, wide, high].join(' ') };
}

function pixels(length: string | number | undefined): number {
  return Number(/^\s*([\d.]+)(px)?\s*$/.exec(String(length ?? ''))?.[1] ?? NaN);
}

/** Parts that are drawn from parts may draw a million of them, or never end. */
function refuseExplosion(picture: Element): void {
  const byId = new Map<string, Element>();
  const collect = (element: Element): void => {
    byId.set(String(element.attributes['id'] ?? ''), element);
    for (const child of element.children) if (typeof child !== 'string') collect(child);
  };
  collect(picture);
  let drawn = 0;
  const draw = (element: Element, within: readonly Element[]): void => {
    drawn += 1;
    if (drawn > mostElements || within.includes(element)) throw new ImageFault('validation.imageTooMuch');
    for (const child of element.children) if (typeof child !== 'string') draw(child, [...within, element]);
    for (const [key, value] of Object.entries(element.attributes)) {
      const [, id] = (key === 'href' ? /^#(.+)$/ : /^url\(\s*["']?#([\w.-]+)/).exec(String(value)) ?? [];
      const part = id === undefined ? undefined : byId.get(id);
      if (part) draw(part, [...within, element]);
    }
  };
  draw(picture, []);
}

function write({ name, attributes: given, children }: Element): string {
  const said = Object.entries(given)
    .map(([key, value]) => ` ${key}="${escaped(String(value))}"`)
    .join('');
  const inside = children
    .map((child) => (typeof child === 'string' ? escaped(child) : write(child)))
    .join('');
  return inside === '' ? `<${name}${said}/>` : `<${name}${said}>${inside}</${name}>`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
