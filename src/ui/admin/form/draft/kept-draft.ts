import { useGetIdentity } from '@refinedev/core';
import { App } from 'antd';
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import type { StaffAccount } from '#contract/accounts/auth.ts';
import { forgetDrafts, keepDraft, type KeptDraft, takeDraft } from './kept-drafts.ts';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';
import { isSame } from './form-draft.ts';

/** What a draft needs of a form: antd's forms have it, and similar ones. */
interface DraftForm {
  getFieldsValue: (all: true) => unknown;
  setFieldsValue: (values: never) => void;
}

/**
 * Keeps what was typed in a form when the session ends, and restores it after the login (DESIGN section 9: a 401
 * comes back to the same place). `name` distinguishes the forms of a screen. Not for forms with a password.
 * @returns `base`, the server's row that the form is based on. It is kept and restored with the typed text, and
 * replaced only by code that shows a newer row, not by a refetch in the background.
 */
export function useKeptDraft<Base>({
  name,
  form,
  initial,
  base: begun,
  onBack,
}: {
  name: string;
  form: DraftForm;
  initial: object;
  base: Base;
  /** Called when earlier text is in the form again. */
  onBack?: () => void;
}): RefObject<Base> {
  const { t } = useTranslation();
  const { session } = useAdmin();
  const { notification } = App.useApp();
  const { account, place } = useDraftPlace(name);
  const baseRef = useRef(begun);

  const keep = useEffectEvent(() => {
    if (session.token() !== null || session.lastEnd() === 'logged-out' || account === undefined) return;
    const values: unknown = form.getFieldsValue(true);
    if (!isSame(values, initial)) keepDraft(account, place, { values, base: baseRef.current });
  });
  useEffect(() => session.subscribe(keep), [session]);

  const giveBack = useEffectEvent(({ values, base: before }: KeptDraft) => {
    form.setFieldsValue(values as never); // kept by this same form
    baseRef.current = before as Base; // the same
    onBack?.();
    notification.info({ message: t('form.back') });
  });
  useEffect(() => {
    const draft = account === undefined ? null : takeDraft(account, place);
    if (draft) giveBack(draft);
  }, [account, place]);
  return baseRef;
}

/** The name of a row's form, or of the form for a new row, among those of a screen. */
export function draftNameOf(name: string, row: { id: string } | undefined): string {
  return `${name} ${row?.id ?? 'new'}`;
}

/** Deletes what other people have typed on this computer. */
export function useOwnDraftsOnly(): void {
  const { data: me } = useGetIdentity<StaffAccount>();
  const id = me?.id;
  useEffect(() => {
    if (id !== undefined) forgetDrafts({ except: id });
  }, [id]);
}

function useDraftPlace(name: string): { account: string | undefined; place: string } {
  const { data: me } = useGetIdentity<StaffAccount>();
  const { pathname } = useLocation();
  return { account: me?.id, place: `${pathname} ${name}` };
}
