import { useTranslation } from 'react-i18next';
import { FormFailure } from '#web/ui/admin/form/submit/form-failure.tsx';

const fields = ['date', 'amount', 'currency', 'direction', 'account', 'cells', 'balance'] as const;

/** Why a file can't be read: one sentence for the whole, or one for each line and field. */
export function StatementRefusals({
  refused,
  isMapped,
}: {
  refused: Readonly<Record<string, string>>;
  /** The mapping shows its own. */
  isMapped: boolean;
}) {
  const { t } = useTranslation();
  const whole = Object.entries(refused).filter(
    ([field]) =>
      !field.startsWith('lines.') && field !== 'account' && !(isMapped && field.startsWith('mapping')),
  );
  const lines = Object.entries(refused).flatMap(([place, text]) => {
    const [, line, name] = /^lines\.(\d+)\.(\w+)$/.exec(place) ?? [];
    const field = fields.find((one) => one === name);
    return line !== undefined && field ? [{ place, line, field, text }] : [];
  });
  if (whole.length === 0 && lines.length === 0) return null;
  return (
    <section className="panel panel-wide" role="alert">
      {whole.map(([field, text]) => (
        <FormFailure key={field} text={text} />
      ))}
      {lines.length > 0 && (
        <>
          <p>{t('bank_statements.import.broken')}</p>
          <ul className="statement-refusals">
            {lines.map(({ place, line, field, text }) => (
              <li key={place}>
                {t('bank_statements.import.line', {
                  line,
                  field: t(`bank_statements.import.columns.${field}`),
                })}
                : {text}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
