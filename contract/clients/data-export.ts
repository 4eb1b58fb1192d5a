import * as z from 'zod';
import { id, moment } from '../kernel/primitives.ts';

/**
 * `none`: none was asked for, or the last one is too old. `making`: its job is at work. `failed`: it can't
 * be made, and may be asked for again.
 */
const dataExportStatuses = ['none', 'making', 'ready', 'failed'] as const;

/** Whether the file has the data of the cabinet: `none`: there is no cabinet; `missing`: it could not be copied. */
const exportedCabinet = ['included', 'none', 'missing'] as const;
export type ExportedCabinet = (typeof exportedCabinet)[number];

/** The file of all data of a client, as its owner sees it. */
export const dataExport = z.object({
  status: z.enum(dataExportStatuses),
  asked_at: moment.nullable(),
  /** The last four are null unless it is ready. */
  expires_at: moment.nullable(),
  bytes: z.int().nullable(),
  cabinet: z.enum(exportedCabinet).nullable(),
  /** Its first download; then a new one may be asked for. */
  downloaded_at: moment.nullable(),
});
export type DataExport = z.infer<typeof dataExport>;

export const startedExport = z.object({ id });
