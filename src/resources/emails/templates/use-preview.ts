import { useEffect, useState } from 'react';
import type { PreviewedEmail, TemplatePreview } from '#contract/panel/email-template.ts';
import { emailTemplateApi } from '#contract/routes/panel/email-template.ts';
import { HttpError } from '#web/providers/http-client.ts';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';

const pauseMs = 400;

/** What typed words look like, asked when the typing pauses; what is wrong with them by field. */
export function usePreview({ kind, locale, subject, body, client_id }: TemplatePreview): {
  preview: PreviewedEmail | null;
  faults: Record<string, string>;
} {
  const { http } = useAdmin();
  const [preview, setPreview] = useState<PreviewedEmail | null>(null);
  const [faults, setFaults] = useState<Record<string, string>>({});
  useEffect(() => {
    let isOver = false;
    const timer = setTimeout(() => {
      http
        .call(emailTemplateApi.previewEmailTemplate, {
          body: { kind, locale, subject, body, ...(client_id && { client_id }) },
        })
        .then(({ data }) => {
          if (isOver) return;
          setPreview(data);
          setFaults({});
        })
        .catch((error: unknown) => {
          if (isOver || !(error instanceof HttpError)) return;
          const said = Object.entries(error.fields).map(([field, texts]) => [field, texts.join(' ')]);
          setFaults(Object.fromEntries(said));
        });
    }, pauseMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [http, kind, locale, subject, body, client_id]);
  return { preview, faults };
}
