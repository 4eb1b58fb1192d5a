import { useTranslation } from 'react-i18next';

const steps = ['details', 'email', 'cabinet'] as const;
export type SignUpStep = (typeof steps)[number];

/** The steps from signing up to the cabinet, with the present one marked. */
export function SignUpSteps({ step }: { step: SignUpStep }) {
  const { t } = useTranslation();
  const reached = steps.indexOf(step);
  return (
    <ol className="sign-up-steps" aria-label={t('signUpSteps.label')}>
      {steps.map((name, index) => (
        <li
          key={name}
          data-state={index < reached ? 'done' : index === reached ? 'now' : 'ahead'}
          aria-current={index === reached ? 'step' : undefined}
        >
          {t(`signUpSteps.${name}`)}
        </li>
      ))}
    </ol>
  );
}
