import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';

/** Tells a deleted row apart by a word: a colour or a line through its name says nothing to many. */
export function DeletedWord() {
  const { t } = useTranslation();
  return <span className="deleted-word">{t('list.deleted')}</span>;
}

interface Choosable {
  name: string;
  deleted_at?: string | null;
  archived_at?: string | null;
}

/** The same of a row among others to choose from, as plain text. */
export function choiceLabel(t: TFunction, { name, deleted_at, archived_at }: Choosable): string {
  if (deleted_at) return t('list.deletedName', { name });
  return archived_at ? t('list.archivedName', { name }) : name;
}
