import { useEffect, useMemo, useState } from 'react';
import type { FieldValues, Path, PathValue } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { currentLocale } from '#web/providers/i18n.ts';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';
import type { ContractForm } from './contract-form.ts';
import { controlProps, Field, noteId } from './field.tsx';
import { countries, type Country, isCountry } from '#contract/contact/calling-codes.ts';
import {
  countryChoices,
  countryOfPhone,
  expectedPhoneLength,
  likelyCountries,
  phoneDigitsOf,
} from '#web/ui/shared/contact-rules.ts';

/** The value of both fields. */
type Value<Form extends Values> = PathValue<Form, Path<Form>>;
type Values = FieldValues & { country_code: string; phone: string };

/**
 * A number after the calling code, which is the choice of a country; a number pasted with its code chooses by itself.
 * Questions a number with too few or too many digits for its country once it is typed.
 */
export function PhoneField<Form extends Values, Input>({
  of: { form, fault, field, recheck },
}: {
  of: ContractForm<Form, Input>;
}) {
  const [countryName, phoneName] = ['country_code' as Path<Form>, 'phone' as Path<Form>];
  const country: string = form.watch(countryName);
  const countryFault = fault(countryName);
  const { fault: phoneFault, ...phoneField } = field(phoneName);
  const { t } = useTranslation();
  const { config } = useCustomer();
  const locale = currentLocale();
  const among = useCountries(country);
  const choices = useMemo(
    () => countryChoices(config.variant, locale, among),
    [config.variant, locale, among],
  );
  const callingCode = choices.find(({ code }) => code === country)?.callingCode;
  const [isTyping, setIsTyping] = useState(false);
  const digits = isTyping
    ? undefined
    : expectedPhoneLength(country, phoneDigitsOf(country, form.watch(phoneName)));
  const doubt = digits === undefined ? undefined : t('doubts.phone', { code: callingCode, digits });
  return (
    <Field name="phone" label={t('fields.phone')} doubt={doubt} fault={countryFault ?? phoneFault}>
      <div className="with-prefix">
        <span className="calling-code">
          <span id="calling-code">{callingCode === undefined ? '+' : `+${callingCode}`}</span>
          <select
            autoComplete="country"
            aria-label={t('fields.country_code')}
            defaultValue={country}
            {...controlProps('country_code', countryFault, noteId('phone'))}
            {...form.register(countryName, recheck(phoneName))}
          >
            <option value="">{t('phone.chooseCountry')}</option>
            {choices.map(({ code, name, callingCode: digits }) => (
              // A browser's names of countries may differ slightly from the server's.
              <option key={code} value={code} suppressHydrationWarning>
                {`${name} (+${digits})`}
              </option>
            ))}
          </select>
        </span>
        <input
          className="control"
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          {...controlProps('phone', phoneFault, 'calling-code')}
          {...phoneField}
          onFocus={() => setIsTyping(true)}
          onBlur={(event) => {
            setIsTyping(false);
            // A full number may be from another country.
            const named = countryOfPhone(country, event.target.value) ?? country;
            form.setValue(countryName, named as Value<Form>);
            form.setValue(phoneName, phoneDigitsOf(named, event.target.value) as Value<Form>);
            return phoneField.onBlur(event);
          }}
        />
      </div>
    </Field>
  );
}

/**
 * First the likely countries and the chosen one, a moment later all: naming and sorting them takes a slow phone a
 * while.
 */
function useCountries(chosen: string): readonly Country[] {
  const { config } = useCustomer();
  const [first] = useState(() => [
    ...new Set([...likelyCountries(config.variant), ...(isCountry(chosen) ? [chosen] : [])]),
  ]);
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const show = () => setIsShown(true);
    // Not every browser reports when it is idle.
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(show, 500);
      return () => clearTimeout(timer);
    }
    const waiting = requestIdleCallback(show, { timeout: 2000 });
    return () => cancelIdleCallback(waiting);
  }, []);
  return isShown ? countries : first;
}
