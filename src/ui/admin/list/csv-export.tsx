import { App, Button, Dropdown, Modal, Space } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ListQuery, printListQuery, type Trashed } from '#contract/kernel/list-query.ts';
import { delimiterOf } from '#contract/kernel/csv.ts';
import { filledPath } from '#web/providers/http-client.ts';
import { HttpError } from '#web/providers/http-error.ts';
import { currentLocale, errorText } from '#web/providers/i18n.ts';
import { useAdmin, useFormats, useHolds, useHoldsPermissions } from '#web/ui/admin/resource/admin-context.ts';
import type { Resource, Row } from '#web/ui/admin/resource/define-resource.ts';
import { useUnused } from '#web/ui/admin/resource/use-metrics.ts';
import { DownloadIcon, MoreIcon } from '#web/ui/admin/kit/icons.tsx';
import { fileNameOf, saveFile } from '#web/ui/shared/save-file.ts';

/**
 * Downloads all rows of the list as filtered and sorted, with progress and a stop button. Absent without the
 * permission.
 */
export function CsvExport<R extends Row>({
  resource,
  query,
  columns,
  total,
  view,
  params,
}: {
  resource: Resource<R>;
  query: ListQuery;
  /** The visible columns, in order. */
  columns: string[];
  total: number | undefined;
  /** The view that is shown as it was saved: the file has its name. */
  view?: string | undefined;
  /** For a list below a row. */
  params?: Readonly<Record<string, string>>;
}) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { csvPermission } = resource.spec;
  const isListed = useHolds()(resource.routes.list);
  const isGranted = useHoldsPermissions(csvPermission ? [csvPermission] : []);
  const unused = useUnused(resource.whileUsed);
  const { rows, download, stop } = useDownload(resource, query, { view, params });
  if (!isListed || !isGranted) return null;
  const inFile = fileColumns(resource.columns, columns, query.trashed);
  const choices = [
    { key: 'shown', columns: inFile.filter((field) => !unused.has(field)) },
    { key: 'all', columns: null },
  ] as const;
  return (
    <>
      <Space.Compact>
        <Button icon={<DownloadIcon />} disabled={!total} onClick={() => void download(choices[0].columns)}>
          <span className="tool-words">{t('export.go')}</span>
        </Button>
        <Dropdown
          trigger={['click']}
          disabled={!total}
          menu={{
            items: [
              {
                type: 'group',
                label: t('export.hint'),
                children: choices.map(({ key, columns: chosen }) => ({
                  key,
                  label: t(`export.${key}`),
                  onClick: () => void download(chosen),
                })),
              },
            ],
          }}
        >
          <Button icon={<MoreIcon />} disabled={!total} aria-haspopup="menu" aria-label={t('export.more')} />
        </Dropdown>
      </Space.Compact>
      <Modal
        open={rows !== null}
        title={t('export.title')}
        closable={false}
        maskClosable={false}
        width="26.25rem"
        onCancel={stop}
        footer={<Button onClick={stop}>{t('export.stop')}</Button>}
      >
        <progress className="export-progress" value={rows ?? 0} max={Math.max(total ?? 0, rows ?? 0, 1)} />
        <p role="status">{t('export.progress', { rows: number(rows ?? 0), total: number(total ?? 0) })}</p>
      </Modal>
    </>
  );
}

/** Fetches the file, these columns of it or all, and saves it. `rows`: how many have come; null when nothing is fetched. */
function useDownload<R extends Row>(
  { name, routes }: Resource<R>,
  query: ListQuery,
  { view, params = {} }: { view?: string | undefined; params?: Readonly<Record<string, string>> | undefined },
) {
  const { t } = useTranslation();
  const { http } = useAdmin();
  const { number } = useFormats();
  const { notification } = App.useApp();
  const [rows, setRows] = useState<number | null>(null);
  const stopping = useRef<AbortController | null>(null);

  async function download(columns: string[] | null): Promise<void> {
    const { signal } = (stopping.current = new AbortController());
    setRows(0);
    try {
      const search = printListQuery({
        ...query,
        page: 1,
        limit: 0,
        include: [],
        format: 'csv',
        columns,
        delimiter: delimiterOf(currentLocale()),
      });
      const headers = { Accept: 'text/csv' };
      const options = { query: search, headers, signal, parse: 'response' } as const;
      const response = await http.request('GET', filledPath(routes.list.path, params), options);
      if (!response.headers.get('Content-Type')?.startsWith('text/csv')) {
        throw new HttpError({ message: 'errors.unknown', code: 'unknown' });
      }
      const { content, count } = await readRows(response, setRows);
      const file = fileNameOf(response) ?? `${name}.csv`;
      saveFile(content, view === undefined ? file : await viewFileName(file, view));
      notification.success({ message: t('export.done', { count, shown: number(count) }) });
    } catch (error) {
      if (signal.aborted) return;
      // A download that stops after its first bytes has no error answer.
      const reason = error instanceof HttpError ? errorText(error) : t('export.brokenOff');
      notification.error({ message: t('errors.title'), description: reason });
    } finally {
      setRows(null);
    }
  }

  return { rows, download, stop: () => stopping.current?.abort() };
}

/** The table of letters is only loaded for a file. */
async function viewFileName(file: string, view: string): Promise<string> {
  const { viewFile } = await import('#contract/kernel/view-file.ts');
  return viewFile(file, view);
}

/**
 * The visible columns. If live and deleted rows are mixed, the date of deletion is added, because a file can't strike
 * rows out.
 */
export function fileColumns(
  columns: readonly { field: string; file?: readonly string[] }[],
  shown: readonly string[],
  trashed: Trashed,
): string[] {
  const inFile = shown.flatMap((field) => columns.find((one) => one.field === field)?.file ?? [field]);
  return [...new Set([...inFile, ...(trashed === 'with' ? ['deleted_at'] : [])])];
}

/** Reads the answer piece by piece and counts its rows: line ends outside quotes, minus the headings. */
export async function readRows(
  response: Response,
  progress: (rows: number) => void,
): Promise<{ content: Blob; count: number }> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const reader = response.body?.getReader();
  let lines = 0;
  let isQuoted = false;
  for (;;) {
    const read = await reader?.read();
    if (!read || read.done) break;
    for (const byte of read.value) {
      if (byte === quote) isQuoted = !isQuoted;
      else if (byte === lineFeed && !isQuoted) lines += 1;
    }
    pieces.push(read.value);
    progress(Math.max(0, lines - 1));
  }
  return { content: new Blob(pieces, { type: 'text/csv;charset=utf-8' }), count: Math.max(0, lines - 1) };
}

const quote = 0x22;
const lineFeed = 0x0a;
