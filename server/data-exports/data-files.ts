import type { ClientRow, Db } from '#server/db/tables.ts';
import { documentPdfFile, documentXmlFile } from '#server/documents/document-file.ts';
import { AppError } from '#server/kernel/app-error.ts';
import { translate } from '#server/kernel/messages.ts';
import { exportedTables } from './exported-data-store.ts';
import type { ZipEntry } from './zip-file.ts';

/** What a client's file has beside the cabinet: the rows of one moment now, the documents as they are read. */
export async function dataFiles(
  { db, productName }: { db: Db; productName: string },
  client: ClientRow,
  now: Date,
): Promise<() => AsyncGenerator<ZipEntry>> {
  const tables = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const read: { table: string; rows: object[] }[] = [];
      for (const [table, rowsOf] of Object.entries(exportedTables)) {
        read.push({ table, rows: await rowsOf(tx, client.id) });
      }
      return read;
    });
  const documents = tables.find(({ table }) => table === 'documents')?.rows as
    | { id: string; kind: string }[]
    | undefined;
  return async function* files() {
    yield { name: 'README.txt', content: aboutFile(client, { productName, now }) };
    for (const { table, rows } of tables) {
      yield { name: `data/${table}.json`, content: `${JSON.stringify(rows, null, 2)}\n` };
    }
    for (const { id, kind } of documents ?? []) {
      for (const file of [await documentPdfFile(db, id), await xmlFile(db, id, kind)]) {
        if (file) yield { name: `documents/${file.name}`, content: file.content };
      }
    }
  };
}

/** Undefined where there is none, or where the standard's rules refuse it. */
async function xmlFile(db: Db, id: string, kind: string) {
  if (kind !== 'invoice' && kind !== 'credit_note') return undefined;
  try {
    return await documentXmlFile(db, id);
  } catch (error) {
    if (error instanceof AppError && error.code === 'no_xml') return undefined;
    throw error;
  }
}

function aboutFile(
  { locale, name }: ClientRow,
  { productName, now }: { productName: string; now: Date },
): string {
  const lines = ['title', 'made', 'data', 'documents', 'cabinet'].map((line) =>
    translate(locale, `dataExport.${line}`, { product: productName, name, date: now.toISOString() }),
  );
  return `${lines.join('\n\n')}\n`;
}
