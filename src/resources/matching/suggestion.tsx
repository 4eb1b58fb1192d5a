import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { BankLine } from '#contract/entities/bank-line.ts';
import { reasonsAgainst, type Suggestion, type SuggestionReason } from '#contract/money/payment-matching.ts';
import type { DecidedLine } from '#web/resources/matching/decided-line.ts';
import { StateTag, type Tone } from '#web/ui/admin/kit/state-tag.tsx';
import { useFormats, useIsListed } from '#web/ui/admin/resource/admin-context.ts';
import { showPath } from '#web/ui/admin/resource/define-resource.ts';
import './suggestion.css';

const tones: Record<Suggestion['certainty'], Tone> = { certain: 'good', likely: 'new', possible: 'off' };

/** How sure it is that a line's money is of this client, and why. */
export function Why({ line, suggestion }: { line: DecidedLine; suggestion: Suggestion }) {
  const { t } = useTranslation();
  const { certainty } = suggestion;
  return (
    <p className="inbox-reasons">
      <StateTag tone={tones[certainty]} word={t(`bank_lines.certainty.${certainty}`)} />
      <Reasons line={line} suggestion={suggestion} />
    </p>
  );
}

/**
 * What speaks against it comes first, in the colour of a warning; another sum says both. What speaks for it is cut on a
 * phone alone.
 */
function Reasons({ line, suggestion }: { line: DecidedLine; suggestion: Suggestion }) {
  const { against, speaksFor } = useReasons()(line, suggestion);
  return (
    <>
      {against && <span className="inbox-against">{against}</span>}
      {speaksFor && <span className="muted">{speaksFor}</span>}
    </>
  );
}

/** What speaks against a suggestion, and what for it, in words. */
export function useReasons() {
  const { t } = useTranslation();
  const { money } = useFormats();
  return ({ amount }: DecidedLine, { reasons, document }: Suggestion) => {
    const isAgainst = (reason: SuggestionReason) => reasonsAgainst.some((one) => one === reason);
    const wordOf = (reason: SuggestionReason) =>
      reason === 'other_amount' && document
        ? t('bank_lines.inbox.partOf', { amount: money(amount), due: money(document.due) })
        : t(`bank_lines.reasons.${reason}`);
    const against = reasons.filter(isAgainst).map(wordOf).join(', ');
    const speaksFor = reasons
      .filter((reason) => !isAgainst(reason))
      // Whether the sum agrees decides: it is not what is cut on a phone.
      .toSorted((one, other) => Number(other === 'amount') - Number(one === 'amount'))
      .map(wordOf)
      .join(', ');
    return { against, speaksFor };
  };
}

/** What is or would be paid; a link for people who may see documents. */
export function Paper({ document }: Pick<BankLine, 'document'>) {
  const { t } = useTranslation();
  const seesDocuments = useIsListed('documents');
  if (!document) return t('bank_lines.inbox.toWallet');
  if (!seesDocuments) return document.number;
  return <Link to={showPath({ name: 'money/documents' }, document.id)}>{document.number}</Link>;
}
