import { type Encoding, readCsv } from '#web/resources/clients/import/csv-text.ts';

/** Reads a file beside the page, so that the page stays alive. */
addEventListener(
  'message',
  ({ data }: MessageEvent<{ bytes: ArrayBuffer; chosen: Encoding | null; guess: Encoding }>) => {
    const { bytes, chosen, guess } = data;
    postMessage(readCsv(new Uint8Array(bytes), { chosen, guess }));
  },
);
