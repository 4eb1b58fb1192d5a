import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { passwordRules } from '#contract/kernel/primitives.ts';
import { withSchemas } from '#web/providers/schemas.ts';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';

/** What was in the field when it was left, and the names and addresses that the form knew of then. */
export interface LeftPassword {
  password: string;
  own: string[];
}

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
}: {
  id: string;
  typed: string;
  /** Null until the field was left. */
  left: LeftPassword | null;
  /** The server has just refused what is typed. */
  isRefused: boolean;
}) {
  const { t } = useTranslation();
  const rules = useRules(typed !== '');
  const isWellFormed = rules !== null && ruleNames.every((name) => rules[name](typed));
  const isEasy = useIsEasy(isWellFormed && left?.password === typed ? left : null);
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
function useIsEasy(body: LeftPassword | null): boolean | null {
  const { client } = useCustomer();
  const [answer, setAnswer] = useState<{
    of: LeftPassword;
    isEasy: boolean;
  } | null>(null);
  useEffect(() => {
    if (body === null) return;
    client.call('checkPassword', { body }).then(
      ({ data }) => setAnswer({ of: body, isEasy: data.easy_to_guess }),
      () => undefined, // the rule stays open; sending the form asks again
    );
  }, [client, body]);
  return body !== null && answer?.of === body ? answer.isEasy : null;
}
