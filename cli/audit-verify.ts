import { verifyAudit } from '#server/audit-log/verify-audit.ts';
import { type Command, UsageError } from './command.ts';
import { columns } from './help.ts';

export const auditVerify: Command = {
  name: 'audit verify',
  summary: 'Proves that no entry of the audit log was changed, removed or inserted.',
  details: [
    'Each entry carries the hash of the one before. The last line of the answer is the newest one: noted somewhere else,',
    'it proves later, with --head, that the end of the log was not cut off either. Entries of the last minute still wait',
    'for their seal. It changes nothing. Exit code 1 when the log is not as it was written.',
  ].join('\n'),
  options: {
    head: { type: 'string', value: 'NUMBER:HASH', description: 'the newest entry of an earlier answer' },
  },
  async run({ options, open, progress }) {
    const expected = typeof options.head === 'string' ? headIn(options.head) : undefined;
    const { database } = await open();
    const { sealed, waiting, erased, broken, first, head } = await verifyAudit(database.db, {
      expected,
      progress,
    });
    const newest = `${head.position}:${head.hash.toString('hex')}`;
    const counted = columns([
      ['Sealed entries', String(sealed)],
      ['Waiting for their seal', String(waiting)],
      ['Erased personal values', String(erased)],
      ['Newest', newest],
    ]);
    return {
      ok: first === undefined,
      lines: first
        ? [
            ...counted,
            '',
            `${broken} entries are not as they were written. The first:`,
            `  ${[first.position, first.entryId].filter((part) => part !== null).join(', ')} ${first.what}`,
          ]
        : [...counted, '', 'Every entry is as it was written.'],
      data: { sealed, waiting, erased, broken, first: first ?? null, head: newest },
    };
  },
};

function headIn(text: string) {
  const [, position, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (position === undefined || hash === undefined) {
    throw new UsageError(`"${text}" is not NUMBER:HASH as an earlier answer said it`);
  }
  return { position: Number(position), hash: Buffer.from(hash, 'hex') };
}
