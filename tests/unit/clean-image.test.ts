import { crc32, deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanPng } from '#server/branding/clean-png.ts';
import { cleanSvg } from '#server/branding/clean-svg.ts';
import { readImage } from '#server/branding/read-image.ts';

const svg = (inside: string, head = 'viewBox="0 0 32 32"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${head}>${inside}</svg>`;
const clean = (text: string) => cleanSvg(Buffer.from(text)).content.toString();
const drawn = '<rect width="9" height="9" fill="#123456"/>';

describe('an SVG', () => {
  it('keeps what it draws', () => {
    const gradient =
      '<defs><linearGradient id="a" x1="0" x2="1"><stop offset="0" stop-color="red"/></linearGradient></defs>';
    const shapes =
      '<g transform="translate(1 2)"><path d="M0 0L9,9z" fill="url(#a)"/><use href="#b"/><text x="1">A &amp; B</text></g>';
    expect(clean(svg(gradient + shapes))).toBe(
      `<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32" viewBox="0 0 32 32">${gradient}${shapes}</svg>`,
    );
  });

  it('knows its size from width and height too, and refuses one without any', () => {
    expect(cleanSvg(Buffer.from(svg(drawn, 'width="64px" height="16"')))).toMatchObject({
      width: 64,
      height: 16,
    });
    expect(() => clean(svg(drawn, ''))).toThrow('validation.imageSize');
    expect(() => clean(svg(drawn, 'viewBox="0 0 0 9"'))).toThrow('validation.imageSize');
  });

  it('keeps the look that a style sheet gives, as attributes', () => {
    const styled = svg(
      '<style><![CDATA[/* red */ .a, #c{fill:red;stroke:url(#g)} .b{fill:blue!important}]]></style>' +
        '<path class="a" d="M0 0" fill="green"/><path class="a b" d="M1 1" style="opacity:.5"/>',
    );
    expect(clean(styled)).toContain(
      '<path d="M0 0" fill="red" stroke="url(#g)"/><path d="M1 1" fill="blue" stroke="url(#g)" opacity=".5"/>',
    );
  });

  it.each([
    ['a script', '<script>alert(1)</script>'],
    ['a script in CDATA', '<script><![CDATA[alert(1)]]></script>'],
    ['a script with a prefix', '<svg:script xmlns:svg="http://www.w3.org/2000/svg">alert(1)</svg:script>'],
    ['a handler', '<rect width="9" height="9" onload="alert(1)" onclick="alert(1)"/>'],
    ['a handler in other case', '<rect width="9" height="9" ONLOAD="alert(1)"/>'],
    ['a link to a script', '<a href="javascript:alert(1)"><rect width="9" height="9"/></a>'],
    ['an escaped link', '<a xlink:href="&#106;avascript:alert(1)"><path d="M0 0"/></a>'],
    ['a foreign object', '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>'],
    ['a picture from outside', '<image href="https://evil.example/a.png"/>'],
    ['a part from outside', '<use href="https://evil.example/a.svg#b"/>'],
    ['a part from outside, the old way', '<use xlink:href="//evil.example/a.svg#b"/>'],
    ['a part in data', '<use href="data:image/svg+xml;base64,PHN2Zz4=#a"/>'],
    ['an import', '<style>@import url(https://evil.example/a.css);</style>'],
    ['an import as text', '<style>@import "//evil.example/a.css"; circle{fill:red}</style>'],
    ['a font from outside', '<style>@font-face{font-family:a;src:url(//evil.example/a)}</style>'],
    ['an address in a style sheet', '<style>rect{fill:url(https://evil.example/a#b)}</style>'],
    ['an address in a style', '<rect width="9" height="9" style="fill:url(//evil.example/#a)"/>'],
    ['an escape in a style', '<rect width="9" height="9" style="fill:u\\72l(//evil.example/#a)"/>'],
    ['an address in an attribute', '<rect width="9" height="9" fill="url(//evil.example/#a)"/>'],
    ['two addresses', '<rect width="9" height="9" fill="url(#a) url(//evil.example/)"/>'],
    ['an animation', '<set attributeName="href" to="javascript:alert(1)"/>'],
    ['an animated address', '<animate attributeName="xlink:href" values="javascript:alert(1)"/>'],
    ['a handler of events', '<handler xmlns="http://www.w3.org/2001/xml-events">alert(1)</handler>'],
    ['a filter with a picture', '<filter id="f"><feImage href="//evil.example/a"/></filter>'],
    ['a frame', '<iframe src="//evil.example"/>'],
    ['a picture in a picture', `<svg onload="alert(1)">${drawn}</svg>`],
    ['a remark', '<!-- <script>alert(1)</script> -->'],
    ['a style sheet of the file', '<?xml-stylesheet href="//evil.example/a.css"?>'],
    ['text that looks like a script', '<text>&lt;script&gt;alert(1)&lt;/script&gt;</text>'],
    ['a base', '<g xml:base="https://evil.example/"><use href="#a"/></g>'],
  ])('loses %s', (_, evil) => {
    const left = clean(svg(drawn + evil));
    expect(left).toContain(drawn);
    expect(left).not.toMatch(/<(script|style|image|a|foreignObject|set|animate|filter|iframe|handler)\b/i);
    expect(left).not.toMatch(/\son\w+=|evil|javascript|data:|@import|<!|<\?/i);
  });

  it.each([
    ['with entities', `<!DOCTYPE svg [<!ENTITY a "aaa">]>${svg(`<text>&a;</text>${drawn}`)}`],
    ['with entities from outside', `<!DOCTYPE svg SYSTEM "a" [<!ENTITY % a SYSTEM "//b">]>${svg(drawn)}`],
    ['that is no XML', '<svg viewBox="0 0 1 1"><rect>'],
    ['that is something else', '<html xmlns="http://www.w3.org/1999/xhtml"><svg/></html>'],
    ['with nothing in it', svg('<script/>')],
    ['with two roots', `${svg(drawn)}${svg(drawn)}`],
  ])('%s is refused', (_, text) => {
    expect(() => clean(text)).toThrow('validation.imageBroken');
  });

  it('of a drawing program may have the usual document type', () => {
    const head =
      '<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">';
    expect(clean(head + svg(drawn))).toContain(drawn);
  });

  it('in another encoding is refused', () => {
    expect(() => cleanSvg(Buffer.from(svg(drawn), 'utf16le'))).toThrow('validation.imageBroken');
  });

  it('that draws a million parts from a few, or itself, is refused', () => {
    const rounds = Array.from({ length: 12 }, (_, round) => {
      const uses = `<use href="#l${round}"/>`.repeat(5);
      return `<g id="l${round + 1}">${uses}</g>`;
    });
    expect(() => clean(svg(`<rect id="l0" width="1" height="1"/>${rounds.join('')}`))).toThrow(
      'validation.imageTooMuch',
    );
    expect(() => clean(svg('<g id="a"><use href="#a"/></g>'))).toThrow('validation.imageTooMuch');
    expect(() => clean(svg(drawn.repeat(3001)))).toThrow('validation.imageTooMuch');
  });

  it('keeps its colours for the dark where it may, and nothing that is more than a colour', () => {
    const cleanDark = (text: string) => cleanSvg(Buffer.from(text), { keepsDark: true }).content.toString();
    const styled = (rules: string) =>
      svg(
        `<style>.a{fill:red} @media (prefers-color-scheme: dark) {${rules}}</style><path class="a" d="M0 0"/>`,
      );
    const kept = cleanDark(styled('.a { fill: #EEE; stroke: rgb(1, 2, 3); d: path("M1 1") }'));
    expect(kept).toContain(
      '<style>@media (prefers-color-scheme:dark){.dark0{fill:#EEE;stroke:rgb(1, 2, 3)}}</style>',
    );
    expect(kept).toContain('<path d="M0 0" fill="red" class="dark0"/>');
    expect(cleanDark(kept)).toBe(kept);
    for (const evil of ['url(#a)', 'url(//evil.example)', '"', 'red;x:y', 'rgb(1', 'image(a)'])
      expect(cleanDark(styled(`.a{stroke:${evil}}`))).not.toMatch(/evil|url|image|x:y|"\)|rgb/);
    // A logo is on paper too: what is for the dark neither stays nor becomes its colour.
    expect(clean(styled('.a{fill:#EEE}'))).toContain('<path d="M0 0" fill="red"/>');
    expect(clean(styled('.a{fill:#EEE}'))).not.toContain('EEE');
  });

  it('stays what it is when it is cleaned again, whatever was in it', () => {
    const names = ['g', 'path', 'use', 'style', 'script', 'text', 'svg', 'a'];
    const values = ['red', '#a', 'url(#a)', 'url(//b)', 'M0 0', 'javascript:x', '"<&>', 'fill:blue'];
    const tag = fc
      .record({
        name: fc.constantFrom(...names),
        attribute: fc.constantFrom('fill', 'd', 'id', 'class', 'style', 'href', 'xlink:href', 'onload'),
        value: fc.constantFrom(...values),
        text: fc.constantFrom('', 'A', '.a{fill:red}', '<!-- x -->', '&lt;b&gt;', '&#60;b&#62;'),
      })
      .map(({ name, attribute, value, text }) => {
        const said = value.replace(/[<&"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
        return `<${name} ${attribute}="${said}">${text}</${name}>`;
      });
    fc.assert(
      fc.property(fc.array(tag, { maxLength: 8 }), (tags) => {
        const once = clean(svg(drawn + tags.join('')));
        expect(clean(once)).toBe(once);
        expect(once).not.toMatch(/script|onload|url\(\/|<style|class=/);
      }),
      { numRuns: 300 },
    );
  });
});

describe('a PNG', () => {
  it('keeps its pixels and loses what says more', async () => {
    const picture = png({
      extra: [chunk('tEXt', Buffer.from('Author\0Ivan')), chunk('eXIf', Buffer.from('x'))],
    });
    const { content, ...size } = await cleanPng(picture);
    expect(size).toEqual({ type: 'png', width: 2, height: 3 });
    expect(content.equals(png())).toBe(true);
  });

  it('may be interlaced', async () => {
    const raw = Buffer.alloc(5 * (1 + 4) + 0);
    const interlaced = png({ width: 1, height: 5, interlace: 1, raw: raw.subarray(0, 5 * 5) });
    await expect(cleanPng(interlaced)).resolves.toMatchObject({ width: 1, height: 5 });
  });

  it.each([
    ['that is a GIF', Buffer.from('GIF89a')],
    ['cut off', png().subarray(0, -5)],
    ['with more behind its end', Buffer.concat([png(), Buffer.from('<script>')])],
    ['that says more pixels than it has', png({ height: 4, raw: Buffer.alloc(3 * 9) })],
    ['that has more pixels than it says', png({ raw: Buffer.alloc(4 * 9) })],
    ['with a wrong sum', flipped(png(), 20)],
    ['with a depth that does not exist', png({ bits: 3 })],
    ['without its palette', png({ colours: 3, raw: Buffer.alloc(3 * 3) })],
    ['without pixels', png({ raw: null })],
    ['with two headers', png({ extra: [chunk('IHDR', Buffer.alloc(13))] })],
    ['of nothing', Buffer.alloc(0)],
  ])('%s is refused', async (_, bytes) => {
    await expect(cleanPng(bytes)).rejects.toThrow('validation.imageBroken');
  });

  it('of too many pixels is refused before it is unpacked', async () => {
    await expect(cleanPng(png({ width: 2049 }))).rejects.toThrow('validation.imageSize');
    await expect(cleanPng(png({ width: 0 }))).rejects.toThrow('validation.imageSize');
  });
});

describe('a data URL', () => {
  const url = (text: string) => `data:image/svg+xml;base64,${Buffer.from(text).toString('base64')}`;

  it('may be in base64 or in percents', async () => {
    const one = await readImage('logo', url(svg(drawn)));
    const other = await readImage(
      'logo',
      `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg(drawn))}`,
    );
    expect(one.content.equals(other.content)).toBe(true);
  });

  it.each([
    ['another kind', 'data:text/html,<b>'],
    ['no data', 'https://evil.example/a.svg'],
    ['broken base64', 'data:image/png;base64,%%%'],
    ['broken percents', 'data:image/svg+xml,%zz'],
    ['an SVG that says to be a PNG', `data:image/png;base64,${Buffer.from(svg(drawn)).toString('base64')}`],
    ['a PNG that says to be an SVG', `data:image/svg+xml;base64,${png().toString('base64')}`],
    ['a file of more than 100 kB', url(svg(drawn + ' '.repeat(100 * 1024)))],
    ['a picture like a thread', url(svg(drawn, 'viewBox="0 0 1300 100"'))],
  ])('of %s is refused at its field', async (_, text) => {
    await expect(readImage('mark', text)).rejects.toMatchObject({
      code: 'validation_failed',
      details: { fields: { mark: [{ key: expect.stringMatching(/^validation\.image/) }] } },
    });
  });
});

function png({
  width = 2,
  height = 3,
  bits = 8,
  colours = 6,
  interlace = 0,
  raw = Buffer.alloc(height * (1 + width * 4)) as Buffer | null,
  extra = [] as Buffer[],
} = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bits, colours, 0, 0, interlace], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    ...extra,
    ...(raw === null ? [] : [chunk('IDAT', deflateSync(raw))]),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const whole = Buffer.alloc(12 + data.length);
  whole.writeUInt32BE(data.length, 0);
  whole.write(type, 4, 'latin1');
  data.copy(whole, 8);
  whole.writeUInt32BE(crc32(whole.subarray(4, 8 + data.length)), 8 + data.length);
  return whole;
}

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}
