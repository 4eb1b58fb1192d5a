import type { CabinetStatus } from '#contract/cabinet.ts';
import type { ClientStatus } from '#contract/client.ts';
import type { EmailRow } from '#contract/email.ts';

export type Tone = 'good' | 'new' | 'warning' | 'bad' | 'off';

/** A state as a dot and a word. */
export function StateTag({ tone, word }: { tone: Tone; word: string }) {
  return (
    <span className="state">
      <span className={`state-dot state-${tone}`} aria-hidden="true" />
      {word}
    </span>
  );
}

export const clientTones: Record<ClientStatus, Tone> = {
  unconfirmed: 'off',
  trial: 'new',
  active: 'good',
  grace: 'warning',
  blocked: 'bad',
  archived: 'off',
};

export const cabinetTones: Record<CabinetStatus, Tone> = {
  none: 'off',
  creating: 'new',
  active: 'good',
  suspended: 'warning',
  failed: 'bad',
  deleted: 'off',
};

export const emailTones: Record<EmailRow['status'], Tone> = { queued: 'new', sent: 'good', failed: 'bad' };
