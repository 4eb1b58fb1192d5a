import { type Encoding, readCsv } from '#web/resources/clients/import/csv-text.ts';

/** Reads a file in a worker, so that the page stays responsive. */
addEventListener(
  'message',
  ({ data }: MessageEvent<{ bytes: ArrayBuffer; chosen: Encoding | null; guess: Encoding }>) => {
    const { bytes, chosen, guess } = data;
    postMessage(readCsv(new Uint8Array(bytes), { chosen, guess }));
  },
);
