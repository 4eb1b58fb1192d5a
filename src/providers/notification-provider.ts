import type { NotificationProvider } from '@refinedev/core';
import { useNotificationProvider as useAntdNotifications } from '@refinedev/antd';
import i18next from 'i18next';

/**
 * Refine's notifications as antd toasts (live regions; how long they stay is set where antd is configured). An error
 * is titled "Error" (specification, section 8) and shown once by its text, however often it happens.
 */
export function useNotificationProvider(): NotificationProvider {
  const toasts = useAntdNotifications();
  return {
    ...toasts,
    open: (params) => {
      if (params.type !== 'error') return toasts.open(params);
      toasts.open({ ...params, key: params.key ?? params.message, description: i18next.t('errors.title') });
    },
  };
}
