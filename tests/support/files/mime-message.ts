export interface ParsedMessage {
  /** Unfolded and decoded, names in lower case. */
  headers: Record<string, string>;
  subject: string;
  text: string;
  html: string;
  attachments: { name: string; content: Buffer }[];
}

/** A message of RFC 5322 with text and HTML parts and files: the part of MIME that our emails use. */
export function parseMessage(raw: Buffer): ParsedMessage {
  const whole = partOf(raw.toString('latin1'));
  const parts = partsIn(whole);
  const content = (type: string) => {
    const part = parts.find(({ headers }) => headers['content-type']?.startsWith(type));
    return part ? decode(part).replaceAll('\r\n', '\n') : '';
  };
  return {
    headers: whole.headers,
    subject: whole.headers.subject ?? '',
    text: content('text/plain'),
    html: content('text/html'),
    attachments: parts.flatMap(({ headers, body }) => {
      const name = /filename="?([^";]+)"?/i.exec(headers['content-disposition'] ?? '')?.[1];
      return name ? [{ name, content: Buffer.from(body, 'base64') }] : [];
    }),
  };
}

/** The parts of a message that have no parts themselves. */
function partsIn(part: Part): Part[] {
  const boundary = /boundary="?([^";]+)"?/i.exec(part.headers['content-type'] ?? '')?.[1];
  if (!boundary) return [part];
  return part.body
    .split(`--${boundary}`)
    .slice(1, -1)
    .flatMap((text) => partsIn(partOf(text.replace(/^\r?\n/, ''))));
}

interface Part {
  headers: Record<string, string>;
  body: string;
}

function partOf(text: string): Part {
  const [head = '', ...rest] = text.split(/\r?\n\r?\n/);
  const lines = head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim())];
    }),
  );
  return { headers, body: rest.join('\r\n\r\n') };
}

/** RFC 2047: `=?utf-8?B?…?=` and `=?utf-8?Q?…?=`; a space between two of them is dropped. */
function decodeWords(value: string): string {
  return value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_word, encoding: string, text: string) =>
      encoding.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString('latin1')
        : unquote(text.replaceAll('_', ' ')),
    )
    .replace(/[\u0080-\u00ff]+/g, (bytes) => Buffer.from(bytes, 'latin1').toString('utf8'));
}

function decode({ headers, body }: Part): string {
  switch (headers['content-transfer-encoding']?.toLowerCase()) {
    case 'base64':
      return Buffer.from(body, 'base64').toString('utf8');
    case 'quoted-printable':
      return Buffer.from(unquote(body.replace(/=\r?\n/g, '')), 'latin1').toString('utf8');
    default:
      return Buffer.from(body, 'latin1').toString('utf8');
  }
}

function unquote(text: string): string {
  return text.replace(/=([0-9a-f]{2})/gi, (_code, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
