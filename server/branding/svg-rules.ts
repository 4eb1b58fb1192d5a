/** What a logo may be drawn with. Everything else is left out: what is not named here does not exist. */

export const elements = new Set([
  'svg',
  'g',
  'defs',
  'symbol',
  'use',
  'path',
  'rect',
  'circle',
  'ellipse',
  'line',
  'polyline',
  'polygon',
  'text',
  'tspan',
  'linearGradient',
  'radialGradient',
  'stop',
  'clipPath',
  'mask',
  'pattern',
]);

/** Elements that may have text in them. */
export const written = new Set(['text', 'tspan']);

/** Properties of style, as attributes or in style sheets. */
export const properties = new Set([
  'clip-path',
  'clip-rule',
  'color',
  'display',
  'dominant-baseline',
  'fill',
  'fill-opacity',
  'fill-rule',
  'font-family',
  'font-size',
  'font-style',
  'font-weight',
  'letter-spacing',
  'mask',
  'opacity',
  'paint-order',
  'stop-color',
  'stop-opacity',
  'stroke',
  'stroke-dasharray',
  'stroke-dashoffset',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-miterlimit',
  'stroke-opacity',
  'stroke-width',
  'text-anchor',
  'visibility',
]);

/** Other attributes. */
export const attributes = new Set([
  'clipPathUnits',
  'cx',
  'cy',
  'd',
  'dx',
  'dy',
  'fx',
  'fy',
  'gradientTransform',
  'gradientUnits',
  'height',
  'maskContentUnits',
  'maskUnits',
  'offset',
  'patternContentUnits',
  'patternTransform',
  'patternUnits',
  'points',
  'preserveAspectRatio',
  'r',
  'rotate',
  'rx',
  'ry',
  'spreadMethod',
  'textLength',
  'transform',
  'viewBox',
  'width',
  'x',
  'x1',
  'x2',
  'y',
  'y1',
  'y2',
]);

/** What may be another colour in the dark. */
export const darkProperties = new Set(['color', 'fill', 'stop-color', 'stroke']);

/** A colour and nothing that a style sheet could read as more. */
export const colour = /^(#[0-9a-f]{3,8}|[a-z]+|(rgb|rgba|hsl|hsla)\([\d\s.,%]+\))$/i;

/** Numbers, words, colours and functions of them; a part of the same picture by its id, and no other address. */
const plain = /^[\p{L}\p{N}\s.,#%()+'"-]*$/u;
const ownPart = /^url\(\s*(["']?)#[\w.-]+\1\s*\)(\s+[\w#-]+)?$/;

export function isHarmless(value: string): boolean {
  if (/url\s*\(/i.test(value)) return ownPart.test(value.trim());
  return plain.test(value);
}

/** `NAME: VALUE; …`, as far as it may stay. */
export function declarations(text: string): Record<string, string> {
  const found = text.split(';').flatMap((one) => {
    const [, name = '', value = ''] = /^\s*([\w-]+)\s*:([\s\S]*)$/.exec(one) ?? [];
    const said = value.replace(/!\s*important\s*$/i, '').trim();
    return properties.has(name) && isHarmless(said) ? [[name, said]] : [];
  });
  return Object.fromEntries(found);
}
