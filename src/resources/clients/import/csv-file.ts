import { type CsvRead, type Encoding, readCsv } from '#web/resources/clients/import/csv-text.ts';

interface Reading {
  chosen: Encoding | null;
  guess: Encoding;
}

/** Reads a file in a worker; on the page itself when a browser has no workers. */
export function readCsvFile(bytes: ArrayBuffer, reading: Reading): Promise<CsvRead> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./csv-worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<CsvRead>) => {
      worker.terminate();
      resolve(data);
    };
    worker.onerror = () => {
      worker.terminate();
      resolve(readCsv(new Uint8Array(bytes), reading));
    };
    worker.postMessage({ bytes, ...reading });
  });
}
