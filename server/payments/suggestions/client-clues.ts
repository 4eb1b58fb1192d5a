import { foldedText } from '#contract/money/numbers-in-text.ts';
import { paymentCode } from '#contract/money/proforma.ts';
import type { Db, PaymentRow } from '#server/db/tables.ts';
import { nameKey } from './name-key.ts';
import { type FoundClues, cluesToClient } from './suggestion-store.ts';

/** What a bank line may be known by as one client's. */
interface ClientClues extends Omit<FoundClues, 'documents'> {
  nameKey: string;
  /** Matches the digits of a purpose that names one of its documents or its payment code. */
  digits: RegExp;
  /** Matches the purpose itself, folded and without spaces: a dearer look. */
  named: RegExp;
}

type Line = Pick<PaymentRow, 'amount' | 'payer_name' | 'payer_code' | 'payer_account' | 'purpose'>;

/** Undefined for an unknown client. */
export async function cluesOf(
  db: Db,
  clientId: string,
  { few }: { few: number },
): Promise<ClientClues | undefined> {
  const found = await cluesToClient(db, clientId, { few });
  return found && { ...found, nameKey: nameKey(found.name), ...namedBy(clientId, found) };
}

/** Takes every number that `numbersIn` would read as the client's, and a few more. */
function namedBy(clientId: string, { documents }: FoundClues): Pick<ClientClues, 'digits' | 'named'> {
  const code = paymentCode(clientId);
  const digits = new Set([code.replace(/\D/g, '')]);
  const named = new Set([code]);
  for (const { number_key, year, serial } of documents) {
    const [, letters, tail = ''] = /^(\p{L}+)\d*(\d{6})$/u.exec(number_key) ?? [];
    // With or without the year, and with or without zeros.
    const shortest = tail.replace(/^0+/, '');
    if (letters !== undefined) named.add(String.raw`${letters}\d*${shortest}`);
    named.add(`${year}${String(serial).padStart(6, '0')}`);
    digits.add(letters === undefined ? String(serial) : shortest);
  }
  return { digits: new RegExp([...digits].join('|')), named: new RegExp([...named].join('|'), 'u') };
}

/**
 * Whether a line may be the client's: a quick first look, which lets through every line that `suggest` would suggest the
 * client for, so that only these are judged. Pure.
 */
export function mayBeOf(clues: ClientClues, line: Line): boolean {
  const { amount, payer_name, payer_code, payer_account, purpose } = line;
  if (payer_code !== null && clues.codes.has(payer_code)) return true;
  if (payer_account !== null && clues.accounts.has(payer_account)) return true;
  if (clues.dues.has(amount)) return true;
  if (payer_name !== null && clues.nameKey !== '' && nameKey(payer_name) === clues.nameKey) return true;
  if (purpose === null || !clues.digits.test(purpose.normalize('NFKC').replace(/\D+/g, ''))) return false;
  return clues.named.test(foldedText(purpose).replaceAll(' ', ''));
}
