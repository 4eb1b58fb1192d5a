import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { StartupError } from './startup-error.ts';

/** The variables of scheduled backups (GROWTH section 20, "Backups"). */

/** How many backups are kept: the newest one of each of the last hours, days, weeks, months and years that have any. */
export type KeepRule = Readonly<Partial<Record<KeepUnit, number>>>;
export const keepUnits = ['h', 'd', 'w', 'm', 'y'] as const;
export type KeepUnit = (typeof keepUnits)[number];

/** Where backups go. */
export type BackupTarget =
  | { kind: 'folder'; folder: string }
  | {
      kind: 's3';
      bucket: string;
      /** Before each name: empty, or ends with a slash. */
      prefix: string;
      endpoint: string;
      region: string;
      accessKeyId: string;
      secretAccessKey: string;
    };

export interface BackupSchedule {
  target: BackupTarget;
  everyMs: number;
  /** Public keys of age; empty: backups are not encrypted. */
  recipients: readonly string[];
  keep: KeepRule;
}

const hour = 3_600_000;
const unitMs = { m: 60_000, h: hour, d: 24 * hour };

export const backupVariables = {
  BACKUP_URL: {
    form: z
      .string()
      .refine((text) => /^(s3:\/\/|file:\/\/\/)/.test(text) || !text.includes('://'))
      .refine((text) => !text.startsWith('s3:') || /^s3:\/\/[a-z0-9][a-z0-9.-]+(\/[\w./-]*)?$/.test(text))
      .optional(),
    accepts: 'a folder, file:///FOLDER, or s3://BUCKET/PREFIX',
  },
  BACKUP_EVERY: {
    form: z
      .string()
      .regex(/^[1-9]\d{0,3}[mhd]$/)
      .default('24h')
      .transform((text) => Number.parseInt(text) * unitMs[text.slice(-1) as keyof typeof unitMs])
      .refine((ms) => ms >= 10 * unitMs.m && ms <= 31 * unitMs.d),
    accepts: 'a duration from 10m to 31d, such as 24h',
  },
  BACKUP_RECIPIENT: {
    form: z
      .string()
      .transform((text) => text.split(/\s+/).filter(Boolean))
      .refine((keys) => keys.every((key) => /^age1[a-z0-9]{20,}$/.test(key)))
      .optional(),
    accepts: 'public keys of age (age1…), separated by spaces',
  },
  BACKUP_KEEP: {
    form: z
      .string()
      .regex(/^[1-9]\d{0,3}[hdwmy]( +[1-9]\d{0,3}[hdwmy])*$/)
      .default('7d 4w 12m')
      .transform((text): KeepRule =>
        Object.fromEntries(text.split(/ +/).map((part) => [part.slice(-1), Number.parseInt(part)])),
      ),
    accepts: 'numbers of hours, days, weeks, months and years, such as "7d 4w 12m"',
  },
  AWS_ACCESS_KEY_ID: { form: z.string().min(1).optional(), accepts: 'the id of a key of the S3 store' },
  AWS_SECRET_ACCESS_KEY: {
    form: z.string().min(1).optional(),
    accepts: 'the key that belongs to AWS_ACCESS_KEY_ID',
    secret: true,
  },
  AWS_REGION: {
    form: z
      .string()
      .regex(/^[a-z0-9-]+$/)
      .default('us-east-1'),
    accepts: 'a region such as eu-central-1',
  },
  AWS_ENDPOINT_URL: {
    form: z
      .url({ protocol: /^https?$/ })
      .transform((url) => url.replace(/\/+$/, ''))
      .optional(),
    accepts: 'the http(s) address of an S3 store that is not Amazon',
  },
};

type Values = { [Name in keyof typeof backupVariables]: z.infer<(typeof backupVariables)[Name]['form']> };

/** Undefined without `BACKUP_URL`: nothing is scheduled. */
export function backupScheduleOf(values: Values): BackupSchedule | undefined {
  const { BACKUP_URL, BACKUP_EVERY, BACKUP_RECIPIENT = [], BACKUP_KEEP } = values;
  if (BACKUP_URL === undefined) return undefined;
  return {
    target: targetOf(BACKUP_URL, values),
    everyMs: BACKUP_EVERY,
    recipients: BACKUP_RECIPIENT,
    keep: BACKUP_KEEP,
  };
}

function targetOf(url: string, values: Values): BackupTarget {
  if (!url.startsWith('s3://')) {
    return { kind: 'folder', folder: path.resolve(url.startsWith('file:') ? fileURLToPath(url) : url) };
  }
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION, AWS_ENDPOINT_URL } = values;
  if (!AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY) {
    throw new StartupError(
      'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are required with BACKUP_URL=s3://….',
    );
  }
  const [bucket = '', ...rest] = url.slice('s3://'.length).split('/');
  const prefix = rest.filter(Boolean).join('/');
  return {
    kind: 's3',
    bucket,
    prefix: prefix === '' ? '' : `${prefix}/`,
    endpoint: AWS_ENDPOINT_URL ?? `https://s3.${AWS_REGION}.amazonaws.com`,
    region: AWS_REGION,
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: AWS_SECRET_ACCESS_KEY,
  };
}
