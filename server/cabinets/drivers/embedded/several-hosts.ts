import { type CabinetDriver, DriverError, type HostDriver } from '#server/cabinets/drivers/driver.ts';
import { embeddedDriver, type EmbeddedOptions, instanceOf, pathOf } from './embedded-driver.ts';
import { callHost, downloadFromHost } from './embedded-host-client.ts';

interface Options extends Omit<EmbeddedOptions, 'hostUrl'> {
  /** The first has what was made before there were others. */
  hosts: readonly { name: string; url: string }[];
}

/** Longer than a host waits for the requests that it is answering. */
const holdTimeoutMs = 15_000;

/** The embedded driver with several hosts: each call goes to the host that has the cabinet (decision 213). */
export function severalHosts({ hosts, ...options }: Options): CabinetDriver {
  const made = new Map(
    hosts.map((host): [string, HostDriver] => [host.name, hostDriver(options, hosts, host)]),
  );
  const names = hosts.map(({ name }) => name);

  function of(name: string | null | undefined): HostDriver {
    const driver = made.get(name ?? names[0] ?? '');
    if (!driver) throw new DriverError('driver_missing', `CABINET_HOSTS has no ${name}`);
    return driver;
  }

  return {
    hosts: { names, of },
    create: async (cabinet, operation) => of(cabinet.host).create(cabinet, operation),
    suspend: async (cabinet, operation) => of(cabinet.host).suspend(cabinet, operation),
    resume: async (cabinet, operation) => of(cabinet.host).resume(cabinet, operation),
    backup: async (cabinet, operation) => of(cabinet.host).backup(cabinet, operation),
    destroy: async (cabinet, operation) => of(cabinet.host).destroy(cabinet, operation),
    serveDomain: async (cabinet, operation) =>
      of(cabinet.host).serveDomain?.(cabinet, operation) ?? { state: 'done' },
    probe: async (cabinet, at) => of(cabinet.host).probe(cabinet, at),
  };
}

function hostDriver(
  { timeoutMs = 5000, ...options }: Omit<Options, 'hosts'>,
  hosts: Options['hosts'],
  { url }: Options['hosts'][number],
): HostDriver {
  const host = { ...options, hostUrl: url, timeoutMs };
  const driver = embeddedDriver(host);
  return {
    ...driver,
    async hold(cabinet) {
      const patient = { ...host, timeoutMs: Math.max(timeoutMs, holdTimeoutMs) };
      await callHost(patient, { method: 'POST', path: pathOf(cabinet, 'hold'), body: {} });
    },
    async copyFrom(source, cabinet) {
      const from = hosts.find(({ name }) => name === source);
      if (!from) throw new DriverError('driver_missing', `CABINET_HOSTS has no ${source}`);
      await driver.destroy(cabinet, { id: '' });
      await downloadFromHost(
        { ...host, hostUrl: from.url },
        { method: 'GET', path: pathOf(cabinet, 'backup') },
        async (stream) => {
          const { 'content-sha256': sha256, 'content-length': bytes } = stream.headers;
          if (typeof sha256 !== 'string') throw new DriverError('answer_invalid', 'a copy without a digest');
          const file = { open: () => stream, bytes: Number(bytes), sha256 };
          await callHost(host, { method: 'PUT', path: pathOf(cabinet, 'database'), file });
        },
      );
      const body = { ...instanceOf(cabinet), suspended: 'moving' };
      await callHost(host, { method: 'PUT', path: pathOf(cabinet, 'instance'), body });
    },
  };
}
