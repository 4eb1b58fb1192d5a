import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import type {
  SavedView,
  SavedViewChanges,
  SavedViewInput,
  ViewedList,
} from '#contract/entities/saved-view.ts';
import { savedViewApi } from '#contract/routes/panel/saved-view.ts';
import { errorText } from '#web/providers/i18n.ts';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';
import { useRefreshViews } from './saved-views.ts';

/**
 * Actions on the views of a list, each with its toast. `create` and `change` throw, so that a form can show the
 * error.
 */
export function useViewActions(resource: ViewedList) {
  const { t } = useTranslation();
  const { http, auth } = useAdmin();
  const { notification } = App.useApp();
  const refresh = useRefreshViews(resource);

  async function told<Result>(act: Promise<Result>, said: string): Promise<Result> {
    try {
      const result = await act;
      notification.success({ message: said });
      return result;
    } finally {
      await refresh();
    }
  }

  return {
    async create(input: Omit<SavedViewInput, 'resource'>): Promise<SavedView> {
      const sent = http.call(savedViewApi.createView, { body: { resource, ...input } });
      return (await told(sent, t('views.saved', { name: input.name }))).data;
    },

    async change({ id, name, updated_at }: SavedView, changes: SavedViewChanges): Promise<void> {
      const body = { ...changes, updated_at };
      const sent = http.call(savedViewApi.changeView, { params: { id }, body });
      await told(sent, t('views.saved', { name: changes.name ?? name }));
    },

    async mail({ id, name }: SavedView, mail: SavedView['mail']): Promise<void> {
      const sent = http.call(savedViewApi.changeView, { params: { id }, body: { mail } });
      await told(sent, t(mail ? 'views.mailed' : 'views.mailStopped', { name }));
    },

    async remove({ id, name }: SavedView): Promise<void> {
      await told(http.call(savedViewApi.deleteView, { params: { id } }), t('views.deleted', { name }));
    },

    async copy(address: string): Promise<void> {
      try {
        await navigator.clipboard.writeText(address);
        notification.success({ message: t('copy.done') });
      } catch {
        // Without https a browser has no clipboard.
        notification.info({ message: t('copy.byHand'), description: address });
      }
    },

    /** For a button: an error becomes a toast. */
    async tried(act: Promise<void>): Promise<void> {
      try {
        await act;
      } catch (error) {
        await auth.onError(error);
        notification.error({ message: t('errors.title'), description: errorText(error) });
      }
    },
  };
}
