import type { LookupFunction } from 'node:net';
import * as z from 'zod';
import {
  type CabinetDriver,
  type CabinetIdentity,
  DriverError,
  type Found,
} from '#server/cabinets/drivers/driver.ts';
import { callHost, downloadFromHost, type Host } from './embedded-host-client.ts';
import { localLookup, lookupAs, probe } from '#server/cabinets/drivers/probe.ts';

export type EmbeddedOptions = Omit<Host, 'timeoutMs'> & Partial<Pick<Host, 'timeoutMs'>>;

const done = { state: 'done' } as const;

/** A page of the inventory has a thousand cabinets, each with a name of up to 253 letters. */
const pageLimit = 512 * 1024;

/**
 * Calls the cabinet host of `cabinet/host/cabinet-host.ts`, in this process or another, by signed management calls. The
 * host does everything at once, so nothing is ever pending.
 */
export function embeddedDriver({ timeoutMs = 5000, ...options }: EmbeddedOptions): CabinetDriver {
  const host = { ...options, timeoutMs };
  return {
    async create(cabinet, { step, backup }) {
      const path = pathOf(cabinet, step);
      if (step === 'instance') {
        await callHost(host, { method: 'PUT', path, body: instanceOf(cabinet) });
      } else {
        await callHost(host, { method: 'PUT', path, ...(backup ? { file: backup } : { body: {} }) });
      }
      return done;
    },
    async suspend(cabinet, { reason }) {
      await callHost(host, { method: 'POST', path: pathOf(cabinet, 'suspend'), body: { reason } });
      return done;
    },
    async resume(cabinet) {
      await callHost(host, { method: 'POST', path: pathOf(cabinet, 'resume'), body: {} });
      return done;
    },
    async backup(cabinet, { keep }) {
      await downloadFromHost(host, { method: 'GET', path: pathOf(cabinet, 'backup') }, keep);
      return done;
    },
    async destroy(cabinet) {
      await callHost(host, { method: 'DELETE', path: pathOf(cabinet) });
      return done;
    },
    async serveDomain(cabinet) {
      const path = pathOf(cabinet, 'instance');
      await callHost(host, { method: 'PUT', path, body: instanceOf(cabinet) });
      return done;
    },
    probe(cabinet, at) {
      const lookup = lookupBeside(host.hostUrl);
      const there = at === undefined ? lookup : lookupAs(cabinet.domain, lookup);
      return probe(at ?? cabinet.url, { timeoutMs, lookup: there });
    },

    async *inventory() {
      for (let after = ''; ;) {
        const call = { method: 'GET' as const, path: `/host/cabinets?after=${after}` };
        const page = pageOf(await callHost(host, call, { mostBytes: pageLimit }));
        yield* page.map(({ client_id, ...rest }): Found => ({ clientId: client_id, ...rest }));
        const last = page.at(-1);
        if (!last) return;
        after = last.client_id;
      }
    },
  };
}

/** An older host knows no domains of customers' own, so none is not sent. */
export function instanceOf({ domain, secret, ownDomain }: CabinetIdentity) {
  return { domain, secret, ...(ownDomain !== null && { own_domain: ownDomain }) };
}

/** A cabinet under `*.localhost`, which no name server knows, has the address of its host. */
function lookupBeside(hostUrl: string): LookupFunction {
  const host = new URL(hostUrl).hostname.replace(/^\[(.*)\]$/, '$1');
  return (name, options, callback) =>
    localLookup(name.endsWith('.localhost') ? host : name, options, callback);
}

/** The path of a management call for a cabinet. */
export function pathOf({ clientId }: CabinetIdentity, noun?: string): string {
  return `/host/cabinets/${encodeURIComponent(clientId)}${noun ? `/${noun}` : ''}`;
}

const inventoryPage = z.object({
  data: z.array(
    z.object({
      client_id: z.string(),
      database: z.boolean(),
      instance: z.enum(['active', 'suspended', 'none']),
      domain: z.string().nullable(),
    }),
  ),
});

function pageOf(answer: string) {
  try {
    return inventoryPage.parse(JSON.parse(answer)).data;
  } catch (error) {
    throw new DriverError('answer_invalid', error instanceof Error ? error.message.slice(0, 200) : '');
  }
}
