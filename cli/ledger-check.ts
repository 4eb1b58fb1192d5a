import type { Command } from './command.ts';
import { columns } from './help.ts';
import { wrongIn } from './doctor/ledger-words.ts';
import { verifyLedger } from '#server/wallet/verify-ledger.ts';

export const ledgerCheck: Command = {
  name: 'ledger check',
  summary: 'Adds up every wallet line by line, and compares payments, documents and closed months with it.',
  details: [
    'The same proof runs every day and is shown on the dashboard; what this one finds is kept there too.',
    'It changes no wallet. Exit code 1 when something disagrees.',
  ].join('\n'),
  async run({ open, clock, progress }) {
    const { platform } = await open();
    progress('Adding up every wallet…');
    const proof = await verifyLedger(platform, clock.now());
    const { clients, lines, total, broken_client_ids, findings } = proof;
    const counted = columns([
      ['Wallets', String(clients)],
      ['Lines', String(lines)],
      ['Sum of all balances, minor units', String(total)],
    ]);
    const wrong = wrongIn(proof);
    const right =
      'Every balance is the sum of its lines; payments, documents and closed months agree with them.';
    return {
      ok: wrong.length === 0,
      lines: [
        ...counted,
        '',
        ...(wrong.length === 0
          ? [right]
          : wrong.flatMap(({ what, names }) => [`${what}:`, ...names.map((name) => `  ${name}`)])),
      ],
      data: { clients, lines, total, broken_client_ids, findings },
    };
  },
};
