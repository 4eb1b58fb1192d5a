import { useTranslation } from 'react-i18next';

const steps = ['details', 'email', 'cabinet'] as const;
export type SignUpStep = (typeof steps)[number];

/** Where one is between signing up and being in the cabinet. */
export function SignUpSteps({ step }: { step: SignUpStep }) {
  const { t } = useTranslation();
  const reached = steps.indexOf(step);
  return (
    <ol className="journey" aria-label={t('journey.label')}>
      {steps.map((name, index) => (
        <li
          key={name}
          data-state={index < reached ? 'done' : index === reached ? 'now' : 'ahead'}
          aria-current={index === reached ? 'step' : undefined}
        >
          {t(`journey.${name}`)}
        </li>
      ))}
    </ol>
  );
}
