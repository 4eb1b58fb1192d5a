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

/** A chosen file, and what was done with it so far. */
export interface ImportWork {
  name: string;
  bytes: ArrayBuffer;
  read: Extract<CsvRead, { state: 'read' }>;
  mapping: Mapping;
  /** The result of the last check with this mapping. */
  checked: CheckedRows | null;
  isInviting: boolean;
  sent: SentImport | null;
}

export interface WorkProps {
  work: ImportWork;
  onChange: (changes: Partial<ImportWork>) => void;
}

/** What has come of it. */
export interface Imported {
  rows: number;
  created_at: string;
}

/** What was sent last, and its key: the same data is sent again with the same key. */
export interface SentImport {
  checked: CheckedRows;
  isInviting: boolean;
  key: string;
}

/**
 * Keeps the work when the session ends, and restores it after the login, as `useKeptDraft` does for a form. It is
 * kept in memory, because a file may be too large for the tab's storage.
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
    if (kept !== null) giveBack(kept as ImportWork); // kept by this same hook
  }, [account, pathname]);
}
