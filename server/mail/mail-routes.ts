import { adminApi as api } from '#contract/admin-api.ts';
import { type Implementation, onStaff } from '#server/http/routes.ts';
import type { MailLogService } from './mail-log-service.ts';
import type { MailService } from './mail-service.ts';

/** `admin/emails…` (API.md). */
export function mailRoutes({
  mail,
  mailLog,
}: {
  mail: MailService;
  mailLog: MailLogService;
}): Implementation[] {
  return [
    onStaff(api.emails, ({ list, caller }) => mailLog.list(list, caller.locale)),
    onStaff(api.email, async ({ caller, params }) => ({ data: await mail.show(caller, params.id) })),
    onStaff(
      api.resendEmail,
      async ({ caller, params }) => ({ data: await mail.resend(caller, params.id) }),
      async ({ caller, params }) => {
        await mail.show(caller, params.id);
      },
    ),
  ];
}
