import { useTranslation } from 'react-i18next';
import type { Document } from '#contract/entities/document.ts';
import { documentApi } from '#contract/routes/document.ts';
import { filledPath } from '#web/providers/http-client.ts';
import { GuardedButton } from '#web/ui/admin/actions/guarded-button.tsx';
import { useRowAction } from '#web/ui/admin/actions/use-row-action.tsx';
import { DownloadIcon } from '#web/ui/admin/kit/icons.tsx';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';
import { fileNameOf, saveFile } from '#web/ui/shared/save-file.ts';

const files = { PDF: documentApi.documentPdf, XML: documentApi.documentXml } as const;

/** The document as files: a PDF, and for the authority an invoice or a credit note as XML (EN 16931). */
export function DocumentFiles({ document: { id, kind, number } }: { document: Document }) {
  const hasXml = kind === 'invoice' || kind === 'credit_note';
  const { t } = useTranslation();
  const { http } = useAdmin();
  const { run, isRunning } = useRowAction('documents', id);

  async function save(format: keyof typeof files): Promise<void> {
    const { method, path } = files[format];
    const response = await http.request(method, filledPath(path, { id }), { parse: 'response' });
    saveFile(await response.blob(), fileNameOf(response) ?? `${number}.${format.toLowerCase()}`);
  }

  return (hasXml ? (['PDF', 'XML'] as const) : (['PDF'] as const)).map((format) => (
    <GuardedButton
      key={format}
      needs={files[format]}
      icon={<DownloadIcon />}
      loading={isRunning}
      onClick={() => void run({ send: () => save(format), done: t('documents.saved', { format }) })}
    >
      {format}
    </GuardedButton>
  ));
}
