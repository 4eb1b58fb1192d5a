import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';

/** Marks a deleted row with a word, because a colour or a line through the name is not clear to everybody. */
export function DeletedWord() {
  const { t } = useTranslation();
  return <span className="deleted-word">{t('list.deleted')}</span>;
}

interface Choosable {
  name: string;
  deleted_at?: string | null;
  archived_at?: string | null;
}

/** The same for a row in a choice, as plain text. */
export function choiceLabel(t: TFunction, { name, deleted_at, archived_at }: Choosable): string {
  if (deleted_at) return t('list.deletedName', { name });
  return archived_at ? t('list.archivedName', { name }) : name;
}
