import * as z from 'zod';
import { moment } from '../kernel/primitives.ts';
import { driverNames } from './cabinet.ts';

/** `full`: by its number of cabinets, or because its disk has less than a gigabyte left. */
export const hostStates = ['open', 'full', 'draining', 'away'] as const;

const cabinetHost = z.object({
  name: z.string(),
  state: z.enum(hostStates),
  /** Also those that are on their way to it. */
  cabinets: z.int(),
  /** How many it may hold. */
  room: z.int(),
  /** Of its cabinets, those on their way to another host. */
  moving: z.int(),
  free_bytes: z.number().nullable(),
  /** When it reported last; null: never. */
  seen_at: moment.nullable(),
  draining_since: moment.nullable(),
});
export type CabinetHost = z.infer<typeof cabinetHost>;

/** The hosts of `CABINET_HOSTS`, none where there is a single one, and the driver that makes new cabinets. */
export const cabinetHosts = z.object({ driver: z.enum(driverNames), hosts: z.array(cabinetHost) });
export type CabinetHosts = z.infer<typeof cabinetHosts>;
