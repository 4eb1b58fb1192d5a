import type { Command } from './command.ts';
import { columns } from './help.ts';
import { verifyLedger } from '#server/wallet/verify-ledger.ts';

export const ledgerCheck: Command = {
  name: 'ledger check',
  summary: 'Adds up every wallet and compares the sum with the balance, line by line.',
  details: [
    'The same proof runs every day and is shown on the dashboard; what this one finds is kept there too.',
    'It changes no wallet. Exit code 1 when lines and balances disagree.',
  ].join('\n'),
  async run({ open, clock, progress }) {
    const { platform } = await open();
    progress('Adding up every wallet…');
    const { clients, lines, total, broken_client_ids: broken } = await verifyLedger(platform, clock.now());
    const counted = columns([
      ['Wallets', String(clients)],
      ['Lines', String(lines)],
      ['Sum of all balances, minor units', String(total)],
    ]);
    return {
      ok: broken.length === 0,
      lines:
        broken.length === 0
          ? [...counted, '', 'Every balance is the sum of its lines.']
          : [
              ...counted,
              '',
              `${broken.length} wallets disagree with their lines:`,
              ...broken.map((id) => `  ${id}`),
            ],
      data: { clients, lines, total, broken_client_ids: broken },
    };
  },
};
