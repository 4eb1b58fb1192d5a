import type { StatementLine } from './statement-line.ts';

type Details = Pick<StatementLine, 'purpose' | 'name' | 'code' | 'payerAccount'>;

/**
 * What field 86 tells of a payment: in numbered parts (`?20…`), in named ones (`/REMI/…`), or as free text, which is all
 * purpose.
 */
export function detailsOf(text: string): Details {
  const joined = text.replace(/\n/g, '');
  const [, sign] = /^(?:\d{3})?([?~^<>])\d{2}/.exec(joined) ?? [];
  if (sign !== undefined) return numbered(joined, sign);
  if (/^\/(?:[A-Z]{2,5})\//.test(joined)) return named(joined);
  const free = text.replace(/\n/g, ' ').trim();
  return { purpose: free || null, name: null, code: null, payerAccount: ibanIn(free) };
}

function numbered(text: string, sign: string): Details {
  const parts = new Map<string, string>();
  const escaped = `\\${sign}`;
  for (const [, number = '', value = ''] of text.matchAll(
    new RegExp(`${escaped}(\\d{2})([^${escaped}]*)`, 'g'),
  )) {
    parts.set(number, value);
  }
  const from = (start: number, end: number) =>
    Array.from({ length: end - start + 1 }, (_, place) => parts.get(String(start + place)) ?? '').join('');
  return {
    purpose: `${from(20, 29)}${from(60, 63)}`.trim() || null,
    name: from(32, 33).trim() || null,
    code: null,
    payerAccount: (parts.get('38') ?? parts.get('31') ?? '').trim() || null,
  };
}

const words =
  'TRTP|IBAN|BIC|NAME|REMI|EREF|ISDT|ID|CODE|CNTP|CSID|MARF|PREF|RTRN|ACC|ADDR|USTD|ORDP|BENM|INFO';

function named(text: string): Details {
  const parts = new Map<string, string>();
  const pattern = new RegExp(String.raw`\/(${words})\/(.*?)(?=\/(?:${words})\/|$)`, 'g');
  for (const [, word = '', value = ''] of text.matchAll(pattern)) parts.set(word, value.replace(/\/+$/, ''));
  // `/CNTP/` is account, bank, name and place in one.
  const [account, , name] = parts.get('CNTP')?.split('/') ?? [];
  const purpose = (parts.get('REMI') ?? '').replace(/^USTD\/\/|^\/?USTD\/+/, '');
  return {
    purpose: purpose || parts.get('USTD') || parts.get('INFO') || null,
    name: parts.get('NAME') ?? name ?? null,
    code: parts.get('ID') ?? parts.get('CODE') ?? null,
    payerAccount: parts.get('IBAN') ?? parts.get('ACC') ?? account ?? null,
  };
}

function ibanIn(text: string): string | null {
  return /\b[A-Z]{2}\d{2}[A-Z0-9]{11,30}\b/.exec(text)?.[0] ?? null;
}
