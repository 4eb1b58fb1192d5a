import { type ReactNode, useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Document } from '#contract/entities/document.ts';
import type { Payment } from '#contract/entities/payment.ts';
import { printListQuery } from '#contract/kernel/list-query.ts';
import { clientApi } from '#contract/routes/client.ts';
import { containing, sought } from '#web/providers/list-pattern.ts';
import { rowKeys } from '#web/ui/admin/actions/page-keys.ts';
import { DeletedWord } from '#web/ui/admin/kit/deleted-word.tsx';
import { ClientState } from '#web/ui/admin/kit/state-tag.tsx';
import { PlacesContext, useFormats, useHolds, useMay } from '#web/ui/admin/resource/admin-context.ts';
import { declaredKey } from '#web/ui/admin/resource/declared-key.ts';
import { editPath, listPath, showPath } from '#web/ui/admin/resource/define-resource.ts';
import { chooseTheme, themeChoices } from '#web/ui/shared/theme-choice.ts';
import { phoneInGroups } from '#web/ui/shared/phone-groups.ts';
import { type FoundClients, usePaletteClients } from './palette-clients.ts';
import { usePaletteDocuments } from './palette-documents.ts';
import { entriesWithin, matching, type PaletteEntry, paletteEntries } from './palette-entries.ts';

const clients = { name: 'clients' };

export interface Option {
  key: string;
  to: string;
  /** A client is chosen first, then this page of it is opened. */
  ofClient?: PaletteEntry['ofClient'];
  /** Acts on the open page instead of leading somewhere. */
  press?: () => void;
  /** The server has found it. */
  isFound?: boolean;
  shown: ReactNode;
}

export interface Group {
  key: string;
  title: string;
  options: Option[];
}

/** An action on the client to be chosen; `after` follows the address of its page. */
export interface ClientAction {
  name: string;
  page: 'show' | 'edit';
  after: string;
}

/** The options for the typed text: places, actions, and the clients that the server finds. */
export function usePaletteOptions(
  typed: string,
  action: ClientAction | null,
): { groups: Group[]; state: FoundClients['state']; said: string; mayFind: boolean } {
  const { t } = useTranslation();
  const alsoCalled = useAlsoCalled();
  const { number } = useFormats();
  const may = useMay();
  const mayFind = useHolds()(clientApi.clients);
  const { places } = useContext(PlacesContext);
  // A deleted client can be found but has no actions.
  const found = usePaletteClients(typed, { enabled: mayFind, trashed: action ? 'without' : 'with' });
  const ofNumbers = useNumbered(typed, { enabled: action === null });
  const isEmpty = typed.trim() === '';
  const offered = (entries: readonly PaletteEntry[]) => {
    const open = entries
      .filter(({ needs }) => needs.length === 0 || needs.some((route) => may(route).allowed))
      .map((entry) => ({ ...entry, key: entry.name, name: t(entry.label), also: alsoCalled(entry.name) }));
    return action ? [] : matching(open, typed);
  };
  const named = offered(paletteEntries(places));
  const optionsOf = (wanted: 'places' | 'actions') =>
    named.filter(({ isAction }) => isAction === (wanted === 'actions')).map(optionOf);
  const ofClients = {
    key: 'clients',
    title: t(isEmpty ? 'palette.recent' : 'nav.clients'),
    options: clientOptions(found, action),
  };
  if (!action && !isEmpty && found.total > found.clients.length)
    ofClients.options.push(allFound(found.total));
  const here = { key: 'page', title: t('keys.ofPage'), options: usePageOptions(typed, action === null) };
  const themes = useThemeOptions(typed, action === null && !isEmpty);
  const ours = [
    { key: 'places', title: t('palette.places'), options: optionsOf('places') },
    { key: 'actions', title: t('palette.actions'), options: [...optionsOf('actions'), ...themes] },
    {
      key: 'settings',
      title: t('nav.settings'),
      options: isEmpty ? [] : offered(entriesWithin(places)).map(optionOf),
    },
  ];
  // Options that are shown already stay in their place when the server's answer comes.
  const all = isEmpty ? [here, ofClients, ...ours] : [here, ...ours, ofClients, ...ofNumbers];
  const groups = all.filter(({ options }) => options.length > 0);
  return { groups, state: found.state, said: said(), mayFind };

  function allFound(count: number): Option {
    const filters = [{ field: 'search', op: 'ilike' as const, value: containing(sought(typed)) }];
    return {
      key: 'all-found',
      isFound: true,
      to: `${listPath(clients)}?${printListQuery({ filters, trashed: 'with' })}`,
      shown: t('palette.all', { count, shown: number(count) }),
    };
  }

  function said(): string {
    if (found.state === 'searching') return t('palette.searching');
    if (found.state === 'failed') return t('palette.failed');
    if (action && isEmpty) return t('palette.chooseClient');
    if (groups.length === 0) return t('palette.nothing');
    if (found.state !== 'found' || isEmpty) return '';
    // Places and actions that were found are not to be followed by "0 clients".
    if (found.total === 0) return '';
    return t('palette.found', { count: found.total, shown: number(found.total) });
  }
}

function optionOf({ key, to, name, ofClient }: PaletteEntry & { key: string; name: string }): Option {
  return { key, to, shown: name, ofClient };
}

/** What people type for something that has another name here; found, and not shown. */
function useAlsoCalled(): (name: string) => string {
  const { t, i18n } = useTranslation();
  return (name) => {
    const key = `palette.also.${name}`;
    return i18n.exists(key) ? t(declaredKey(key)) : '';
  };
}

/** Light, dark, or as the system has it; found only by typing. */
function useThemeOptions(typed: string, isOffered: boolean): Option[] {
  const { t } = useTranslation();
  const alsoCalled = useAlsoCalled();
  const themes = themeChoices.map((choice) => ({
    choice,
    name: `${t('theme.label')}: ${t(`theme.${choice}`)}`,
    also: alsoCalled(`theme_${choice}`),
  }));
  return (isOffered ? matching(themes, typed) : []).map(({ choice, name }) => ({
    key: `theme-${choice}`,
    to: '',
    press: () => chooseTheme(choice),
    shown: name,
  }));
}

/** What can be done on the open page of one row, each with its key. */
function usePageOptions(typed: string, isOffered: boolean): Option[] {
  const [keys] = useState(rowKeys);
  return (isOffered ? matching(keys, typed) : []).map(({ key, name, press }) => ({
    key: `press-${key}`,
    to: '',
    press,
    shown: (
      <>
        <span className="palette-name">{name}</span>
        <kbd>{key}</kbd>
      </>
    ),
  }));
}

/** The documents and payments that a typed number names. */
function useNumbered(typed: string, options: { enabled: boolean }): Group[] {
  const { t } = useTranslation();
  const { money, day } = useFormats();
  const { documents, payments } = usePaletteDocuments(typed, options);
  return [
    { key: 'documents', title: t('documents.title'), options: documents.map(documentOption) },
    { key: 'payments', title: t('payments.title'), options: payments.map(paymentOption) },
  ];

  function documentOption({ id, number: name, kind, status, client, total }: Document): Option {
    return {
      key: id,
      isFound: true,
      to: showPath({ name: 'money/documents' }, id),
      shown: (
        <>
          <span className="palette-name">{name}</span>
          <span className="palette-details">
            {t(`documents.values.kind.${kind}`)} · <bdi>{client.name}</bdi> · {money(total)} ·{' '}
            {t(`documents.values.status.${status}`)}
          </span>
        </>
      ),
    };
  }

  function paymentOption(payment: Payment): Option {
    const { id, amount, currency, value_date, status, client, payer_name, document } = payment;
    const whose = client?.name ?? payer_name;
    return {
      key: id,
      isFound: true,
      to: showPath({ name: 'money/payments' }, id),
      shown: (
        <>
          <span className="palette-name">{money(amount, currency)}</span>
          <span className="palette-details">
            {whose && <bdi>{whose} · </bdi>}
            {[day(value_date), document?.number, t(`payments.values.status.${status}`)]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </>
      ),
    };
  }
}

function clientOptions({ clients: some }: FoundClients, action: ClientAction | null): Option[] {
  const pathOf = action?.page === 'edit' ? editPath : showPath;
  return some.map((client) => ({
    key: client.id,
    isFound: true,
    to: pathOf(clients, client.id) + (action?.after ?? ''),
    shown: (
      <>
        <bdi className="palette-name">{client.name}</bdi>
        {client.deleted_at !== null && <DeletedWord />}
        <ClientState status={client.status} />
        <span className="palette-details">
          {client.email} · {phoneInGroups(client)}
        </span>
      </>
    ),
  }));
}
