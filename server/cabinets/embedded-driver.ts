import type { LookupFunction } from 'node:net';
import * as z from 'zod';
import type { CabinetDriver, CabinetIdentity, CreationStep, Found, Operation, Outcome } from './driver.ts';
import { DriverError } from './driver.ts';
import { embeddedHostClient } from './embedded-host-client.ts';
import { localLookup, probe } from './probe.ts';

interface Options {
  /** Of the cabinet host, such as `http://127.0.0.1:8443`. */
  hostUrl: string;
  hostSecret: string;
  now: () => Date;
  timeoutMs?: number;
}

const done: Outcome & { state: 'done' } = { state: 'done' };

/**
 * The cabinet host of `cabinet/cabinet-host.ts`, in this process or another, by its signed management calls. It does
 * everything at once, so that nothing is ever pending.
 */
export function embeddedDriver({ hostUrl, hostSecret, now, timeoutMs = 5000 }: Options): CabinetDriver {
  const host = embeddedHostClient({ hostUrl, hostSecret, now, timeoutMs });
  return {
    async create(cabinet, { step, backup }: Operation & { step: CreationStep; backup?: BackupOf }) {
      const path = pathOf(cabinet, step);
      if (step === 'instance') {
        await host.call({ method: 'PUT', path, body: { domain: cabinet.domain, secret: cabinet.secret } });
      } else {
        await host.call({ method: 'PUT', path, ...(backup ? { file: backup } : { body: {} }) });
      }
      return done;
    },
    async suspend(cabinet, { reason }) {
      await host.call({ method: 'POST', path: pathOf(cabinet, 'suspend'), body: { reason } });
      return done;
    },
    async resume(cabinet) {
      await host.call({ method: 'POST', path: pathOf(cabinet, 'resume'), body: {} });
      return done;
    },
    async backup(cabinet, { keep }) {
      await host.download({ method: 'GET', path: pathOf(cabinet, 'backup') }, keep);
      return done;
    },
    async destroy(cabinet) {
      await host.call({ method: 'DELETE', path: pathOf(cabinet) });
      return done;
    },
    probe: (cabinet) => probe(cabinet.url, { timeoutMs, lookup: lookupBeside(hostUrl) }),

    async *inventory() {
      for (let after = ''; ;) {
        const page = pageOf(await host.call({ method: 'GET', path: `/host/cabinets?after=${after}` }));
        yield* page.map(({ client_id, ...rest }): Found => ({ clientId: client_id, ...rest }));
        const last = page.at(-1);
        if (!last) return;
        after = last.client_id;
      }
    },
  };
}

/** A cabinet under `*.localhost`, which no name server knows, is where its host is. */
function lookupBeside(hostUrl: string): LookupFunction {
  const host = new URL(hostUrl).hostname.replace(/^\[(.*)\]$/, '$1');
  return (name, options, callback) =>
    localLookup(name.endsWith('.localhost') ? host : name, options, callback);
}

type BackupOf = NonNullable<Parameters<CabinetDriver['create']>[1]['backup']>;

function pathOf({ clientId }: CabinetIdentity, noun?: string): string {
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
