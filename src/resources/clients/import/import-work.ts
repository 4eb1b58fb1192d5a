import { useGetIdentity } from '@refinedev/core';
import { App } from 'antd';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import type { StaffAccount } from '#contract/accounts/auth.ts';
import { keepInMemory, takeFromMemory } from '#web/ui/admin/form/draft/kept-drafts.ts';
import type { CsvRead } from '#web/resources/clients/import/csv-text.ts';
import type { CheckedRows } from '#web/resources/clients/import/import-check.ts';
import type { Mapping } from '#web/resources/clients/import/import-headings.ts';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';

/** A chosen file, and what was done with it until now. */
export interface ImportWork {
  name: string;
  bytes: ArrayBuffer;
  read: Extract<CsvRead, { state: 'read' }>;
  mapping: Mapping;
  /** What the last check of this mapping has found. */
  checked: CheckedRows | null;
  isInviting: boolean;
  sent: SentImport | null;
}

/** What was sent last, and under which key: the same is sent again under the same. */
export interface SentImport {
  checked: CheckedRows;
  isInviting: boolean;
  key: string;
}

/**
 * Keeps the work when the session ends under it, and gives it back after the login, as `useKeptDraft` does for a form:
 * in memory, because a file may be larger than what a tab can store.
 */
export function useKeptImport(work: ImportWork | null, onBack: (work: ImportWork) => void): void {
  const { t } = useTranslation();
  const { session } = useAdmin();
  const { notification } = App.useApp();
  const { pathname } = useLocation();
  const { data: me } = useGetIdentity<StaffAccount>();
  const account = me?.id;

  const keep = useEffectEvent(() => {
    if (session.token() !== null || session.lastEnd() === 'logged-out') return;
    if (account !== undefined && work) keepInMemory(account, pathname, work);
  });
  useEffect(() => session.subscribe(keep), [session]);

  const giveBack = useEffectEvent((kept: ImportWork) => {
    onBack(kept);
    const key = kept.sent ? 'clients.import.backSent' : 'clients.import.back';
    notification.info({ message: t(key, { name: kept.name }) });
  });
  useEffect(() => {
    const kept = account === undefined ? null : takeFromMemory(account, pathname);
    if (kept !== null) giveBack(kept as ImportWork); // what this very hook has kept
  }, [account, pathname]);
}
