import { useEffect, useMemo, useRef } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';
import type { customerApi } from '#contract/routes/customer.ts';
import type * as z from 'zod';

type Answer = z.infer<typeof customerApi.checkPassword.answer>['data'];

/** Why the server refuses a chosen password as easy to guess; null: it doesn't. */
export type Verdict = Answer['refusal'];

/** What a form knows of the person whose password is chosen: names and addresses, or the emailed link. */
export interface Chooser {
  own?: string[];
  hash?: string;
}

/** What the server says of the chosen passwords of a form. */
export interface PasswordJudge<Values extends FieldValues> {
  /** What it has said of this one; undefined: nothing so far. */
  known(values: Values): Verdict | undefined;
  /** Asks for it, once for each password and person; undefined where no answer came. */
  ask(values: Values): Promise<Verdict | undefined>;
}

/** Only a password that meets the other rules is a question (docs/decisions/0284). */
export function usePasswordJudge<Values extends FieldValues>(
  chooserOf: (values: Values) => Chooser,
): PasswordJudge<Values> {
  const { client } = useCustomer();
  const latest = useRef(chooserOf);
  useEffect(() => {
    latest.current = chooserOf;
  });
  return useMemo(() => {
    const verdicts = new Map<string, Verdict>();
    const running = new Map<string, Promise<Verdict | undefined>>();
    const bodyOf = (values: Values) => ({
      password: String(values['password']),
      ...latest.current(values),
    });
    async function judged(body: ReturnType<typeof bodyOf>, key: string) {
      try {
        const { refusal } = (await client.call('checkPassword', { body })).data;
        verdicts.set(key, refusal);
        return refusal;
      } catch {
        return undefined; // the rule stays open; sending the form asks again
      } finally {
        running.delete(key);
      }
    }
    return {
      known: (values) => verdicts.get(JSON.stringify(bodyOf(values))),
      async ask(values) {
        const body = bodyOf(values);
        const key = JSON.stringify(body);
        if (verdicts.has(key)) return verdicts.get(key);
        const asked = running.get(key) ?? judged(body, key);
        running.set(key, asked);
        return asked;
      },
    };
  }, [client]);
}
