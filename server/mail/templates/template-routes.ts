import { emailTemplateApi as api } from '#contract/routes/panel/email-template.ts';
import { type Implementation, onStaff } from '#server/http/routes.ts';
import type { MailDeps } from '#server/mail/mail-deps.ts';
import { changeTemplate, resetTemplate } from './change-template.ts';
import { readTemplate, readTemplates, requireOwn } from './read-template.ts';
import { previewTemplate, testTemplate } from './try-template.ts';

/** `admin/email-templates…` */
export function templateRoutes({ mail }: { mail: MailDeps }): Implementation[] {
  return [
    onStaff(api.emailTemplates, async () => ({
      data: await readTemplates(mail),
    })),
    onStaff(api.emailTemplate, async ({ params }) => ({
      data: await readTemplate(mail, params),
    })),
    onStaff(
      api.changeEmailTemplate,
      async ({ caller, params: key, body: input }) => ({
        data: await changeTemplate(mail, caller, { key, input }),
      }),
      async ({ params }) => {
        requireOwn(params);
      },
    ),
    onStaff(api.resetEmailTemplate, async ({ caller, params: key, query }) => ({
      data: await resetTemplate(mail, caller, { key, sent: query.updated_at }),
    })),
    onStaff(api.previewEmailTemplate, async ({ body }) => ({
      data: await previewTemplate(mail, body),
    })),
    onStaff(api.testEmailTemplate, async ({ caller, body }) => ({
      data: await testTemplate(mail, caller, body),
    })),
  ];
}
