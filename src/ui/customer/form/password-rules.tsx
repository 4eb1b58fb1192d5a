import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { passwordRules } from '#contract/kernel/primitives.ts';
import { withSchemas } from '#web/providers/schemas.ts';
import type { Verdict } from './password-judge.ts';

type Rules = typeof passwordRules;
const ruleNames = ['length', 'digit', 'upper', 'lower'] as const satisfies readonly (keyof Rules)[];

/**
 * The rules of a new password, ticked while it is typed. Whether it is hard to guess is known to the server alone,
 * which is asked when the field is left; until it answers, that rule is open (docs/decisions/0284).
 */
export function PasswordRules({
  id,
  typed,
  left,
  isRefused,
  ask,
  onVerdict,
}: {
  id: string;
  typed: string;
  /** What was in the field when it was left; null until then. */
  left: string | null;
  /** The server has just refused what is typed. */
  isRefused: boolean;
  /** What the server says of it; undefined without an answer. */
  ask: () => Promise<Verdict | undefined>;
  /** It has said so. */
  onVerdict: () => void;
}) {
  const { t } = useTranslation();
  const rules = useRules(typed !== '');
  const isWellFormed = rules !== null && ruleNames.every((name) => rules[name](typed));
  const isEasy = useIsEasy(isWellFormed && left === typed ? left : null, { ask, onVerdict });
  const met = t('password.met');
  return (
    <ul className="rules" id={id}>
      {ruleNames.map((name) => {
        const isMet = rules?.[name](typed) ?? false;
        return (
          <li key={name} data-met={isMet || undefined}>
            {t(`password.rules.${name}`)}
            <span className="unseen">{isMet ? ` (${met})` : ''}</span>
          </li>
        );
      })}
      {isRefused || isEasy ? (
        <li data-broken>{t('password.rules.easy')}</li>
      ) : (
        <li data-met={isEasy === false || undefined}>
          {t('password.rules.hard')}
          <span className="unseen">{isEasy === false ? ` (${met})` : ''}</span>
        </li>
      )}
    </ul>
  );
}

/** The contract's rules, loaded when needed. */
function useRules(needed: boolean): Rules | null {
  const [rules, setRules] = useState<Rules | null>(null);
  useEffect(() => {
    if (!needed || rules) return;
    withSchemas(() => import('#contract/kernel/primitives.ts')).then(
      ({ passwordRules }) => setRules(passwordRules),
      () => undefined, // the rules stay unticked; sending the form reports the lost network
    );
  }, [needed, rules]);
  return rules;
}

/** Whether the server calls the password easy to guess; null while it hasn't said so. */
function useIsEasy(
  password: string | null,
  { ask, onVerdict }: { ask: () => Promise<Verdict | undefined>; onVerdict: () => void },
): boolean | null {
  const [answer, setAnswer] = useState<{ of: string; isEasy: boolean } | null>(null);
  const asking = useEffectEvent(ask);
  const told = useEffectEvent(onVerdict);
  useEffect(() => {
    if (password === null) return;
    void asking().then((verdict) => {
      if (verdict === undefined) return;
      setAnswer({ of: password, isEasy: verdict !== null });
      told();
    });
  }, [password]);
  return password !== null && answer?.of === password ? answer.isEasy : null;
}
