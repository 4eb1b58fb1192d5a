import { useEffect, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type ResolverResult,
  useForm,
  type UseFormRegisterReturn,
  type UseFormReturn,
} from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { type Refusal, refusalsByField } from '#contract/kernel/issues.ts';
import { hasText, refusalText } from '#web/providers/i18n.ts';
import { HttpError } from '#web/providers/http-client.ts';
import { failureText } from '#web/ui/customer/kit/failure-text.ts';
import { visibleText } from '#web/ui/shared/visible-text.ts';
import type { PasswordJudge, Verdict } from './password-judge.ts';

/** The error at a field: refusals by the contract, or the server's own text. */
type Fault = { refusals: Refusal[] } | { text: string };

export interface FieldFault<Values extends FieldValues> {
  name: Path<Values>;
  text: string;
  /** The text says which field it is of. */
  isNamed: boolean;
}

export interface ContractForm<Values extends FieldValues, Input> {
  form: UseFormReturn<Values, unknown, Input>;
  /** The form's `onSubmit`. A second call does nothing while the first is running. */
  submit: (event: React.FormEvent) => void;
  /** The form's `onFocus`: loads the schema before it is needed. */
  prepare: () => void;
  busy: boolean;
  /** The error text at a field. */
  fault(name: Path<Values>): string | undefined;
  /** The properties that a control of the kit needs. */
  field(name: Path<Values>): UseFormRegisterReturn & { fault: string | undefined };
  /** For `register`: a change of this field checks `name` again, once the form was sent. */
  recheck(name: Path<Values>): { onChange: () => void };
  /** The fields with errors, in the order of the form. */
  faults: FieldFault<Values>[];
  /** Too long for its errors to be seen where they are. */
  isLong: boolean;
  /** The error of the whole form. */
  failure: string | null;
  /** What the server says of a new password; null in a form without one. */
  judge: PasswordJudge<Values> | null;
}

/**
 * A form with a schema of the contract: the same rules as the server's, checked on sending, then while errors are
 * being mended. The schema is loaded when somebody begins to type, not with the page. Errors stay keys until they are shown, so they follow a
 * change of language.
 */
export function useContractForm<Values extends FieldValues, Schema extends z.ZodType>({
  schema,
  defaultValues,
  fields,
  toInput = (values) => values,
  send,
  faultsOf = () => null,
  judge = null,
  asks = {},
}: {
  schema: () => Promise<Schema>;
  defaultValues: DefaultValues<Values>;
  /** In the order of the page. */
  fields: readonly Path<Values>[];
  toInput?: (values: Values) => unknown;
  send: (input: z.output<Schema>) => Promise<void>;
  /** The page's own way to read an error: errors by field, or a text for the whole form. */
  faultsOf?: (error: HttpError) => Record<string, Refusal> | string | null;
  /** Of a form for a new password, in its field `password`. */
  judge?: PasswordJudge<NoInfer<Values>> | null;
  /** Fields whose error when they are empty isn't the one of their name (`required` in the texts). */
  asks?: Asks;
}): ContractForm<Values, z.output<Schema>> {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useFailure();
  const isSending = useRef(false);
  /** A password that is easy to guess is among the other errors, and not sent to be refused. */
  const verdictOn = async (values: Values): Promise<Verdict | undefined> =>
    isSending.current ? judge?.ask(values) : judge?.known(values);
  const form = useForm<Values, unknown, z.output<Schema>>({
    defaultValues,
    // Its order is that of registering, in which the fields of a child come last.
    shouldFocusError: false,
    // Without a network the rules can't be loaded: typing shows nothing, sending shows an error.
    resolver: (values) => {
      const checked = check<Values, Schema>(values, { schema, toInput, verdictOn, asks });
      return isSending.current ? checked : checked.catch(() => ({ values: {}, errors: {} }));
    },
  });
  const { errors, isSubmitted } = form.formState;

  async function submit() {
    if (isSending.current) return;
    isSending.current = true;
    setBusy(true);
    setFailure(null);
    try {
      await form.handleSubmit(send, (faulty) => focusFirst(form, fields, faulty))();
    } catch (error) {
      const own = error instanceof HttpError ? faultsOf(error) : null;
      if (typeof own === 'string') setFailure({ text: own });
      else if (!showFaults(form, fields, own ? refusalFaults(own) : serverFaults(error)))
        setFailure({ error });
    } finally {
      isSending.current = false;
      setBusy(false);
    }
  }

  const fault = (name: Path<Values>) => faultText(errors, name);
  return {
    form,
    submit: (event) => {
      event.preventDefault();
      void submit();
    },
    prepare: () => void schema().catch(() => undefined),
    busy,
    fault,
    field: (name) => ({ fault: fault(name), ...form.register(name) }),
    recheck: (name) => ({ onChange: () => void (isSubmitted && form.trigger(name)) }),
    faults: faultsIn(errors, fields),
    isLong: fields.length > 3,
    judge,
    failure: failure && ('text' in failure ? failure.text : failureText(failure.error)),
  };
}

/** What the schema says of the values, and what the server says of a new password that the schema takes. */
async function check<Values extends FieldValues, Schema extends z.ZodType>(
  values: Values,
  {
    schema,
    toInput,
    verdictOn,
    asks,
  }: {
    schema: () => Promise<Schema>;
    toInput: (values: Values) => unknown;
    verdictOn: (values: Values) => Promise<Verdict | undefined>;
    asks: Asks;
  },
): Promise<ResolverResult<Values, z.output<Schema>>> {
  const input = toInput(withoutMarks(values));
  const result = (await schema()).safeParse(input, { reportInput: true });
  const refusals = result.success ? {} : refusalsByField(result.error);
  const verdict = refusals['password'] ? null : await verdictOn(values);
  if (result.success && !verdict)
    return { values: result.data as z.output<Schema> & FieldValues, errors: {} }; // an object
  const all = verdict ? { ...refusals, password: [{ key: verdict }] } : refusals;
  return { values: {}, errors: fieldErrors<Values>(all, input, asks) };
}

type Failure = { error: unknown } | { text: string };

/** The failure of a whole form. A message from the server is in the language used when it was sent. */
function useFailure() {
  const { i18n } = useTranslation();
  const [failure, setFailure] = useState<Failure | null>(null);
  useEffect(() => {
    const forget = () => setFailure((now) => (now && 'text' in now ? null : now));
    i18n.on('languageChanged', forget);
    return () => i18n.off('languageChanged', forget);
  }, [i18n]);
  return [failure, setFailure] as const;
}

/** Shows faults at their fields and moves to the first; false where none has a field of the form. */
function showFaults<Values extends FieldValues, Input>(
  form: UseFormReturn<Values, unknown, Input>,
  fields: readonly Path<Values>[],
  found: Record<string, Fault>,
): boolean {
  const known = fields.filter((name) => found[name] !== undefined);
  for (const name of known) {
    const fault = found[name];
    const type = (fault && 'refusals' in fault && fault.refusals[0]?.key) || 'server';
    form.setError(name, { type, message: JSON.stringify(fault) });
  }
  focusFirst(form, fields, found);
  return known.length > 0;
}

function focusFirst<Values extends FieldValues, Input>(
  form: UseFormReturn<Values, unknown, Input>,
  fields: readonly Path<Values>[],
  faulty: Record<string, unknown>,
): void {
  const first = fields.find((name) => faulty[name] !== undefined);
  if (first !== undefined) form.setFocus(first);
}

/** Passwords are left as they are, because the login also sends them so. */
function withoutMarks<Values extends FieldValues>(values: Values): Values {
  const plain = Object.entries(values).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === 'string' && !name.includes('password') ? visibleText(value) : value,
  ]);
  return Object.fromEntries(plain) as Values; // one entry for each field
}

function fieldErrors<Values extends FieldValues>(
  refusals: Record<string, Refusal[]>,
  input: unknown,
  asks: Asks,
): FieldErrors<Values> {
  const errors: Record<string, { type: string; message: string }> = {};
  for (const [name, [refusal, ...others]] of Object.entries(refusals)) {
    if (!refusal) continue;
    const key = keyOf(name, refusal, input, asks);
    // A new password lacks several things at once.
    const more = name === 'password' && key === refusal.key ? others : [];
    errors[name] = { type: key, message: JSON.stringify({ refusals: [{ ...refusal, key }, ...more] }) };
  }
  return errors as FieldErrors<Values>; // the schema and the form have the same names
}

type Asks = Readonly<Record<string, string>>;
const asked = 'required.';

/** What says more in a form than the contract's own refusal does. */
function keyOf(name: string, { key }: Refusal, input: unknown, asks: Asks): string {
  const { type, country_code: country, phone } = input as Record<string, unknown>; // its field was refused
  if (key === 'validation.required') {
    const own = asks[name] ?? name;
    const ofType = typeof type === 'string' ? `${asked}${type}.${own}` : '';
    return [ofType, `${asked}${own}`].find((text) => text !== '' && hasText(text)) ?? key;
  }
  // Where the length is known, the refusal of a number says it.
  const isKnown = name === 'phone' && country === 'UA' && typeof phone === 'string';
  return isKnown && phone !== '' && phone.length !== 9 ? 'phone.nineDigits' : key;
}

function refusalFaults(refusals: Record<string, Refusal>): Record<string, Fault> {
  return Object.fromEntries(
    Object.entries(refusals).map(([name, refusal]) => [name, { refusals: [refusal] }]),
  );
}

function serverFaults(error: unknown): Record<string, Fault> {
  if (!(error instanceof HttpError)) return {};
  return Object.fromEntries(
    Object.entries(error.fields).flatMap(([name, [text]]) => (text === undefined ? [] : [[name, { text }]])),
  );
}

/** In the order of the form. */
function faultsIn<Values extends FieldValues>(
  errors: FieldErrors<Values>,
  fields: readonly Path<Values>[],
): FieldFault<Values>[] {
  return fields.flatMap((name) => {
    const text = faultText(errors, name);
    if (text === undefined) return [];
    const type: unknown = errors[name]?.type;
    return [{ name, text, isNamed: typeof type === 'string' && type.startsWith(asked) }];
  });
}

function faultText<Values extends FieldValues>(
  errors: FieldErrors<Values>,
  name: Path<Values>,
): string | undefined {
  const message: unknown = errors[name]?.message;
  if (typeof message !== 'string') return undefined;
  const fault = JSON.parse(message) as Fault; // written above
  if ('text' in fault) return fault.text;
  return fault.refusals.map(refusalText).join('. ');
}
