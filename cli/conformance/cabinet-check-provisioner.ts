import { randomBytes } from 'node:crypto';
import { cabinetUrl } from '#server/cabinets/cabinet-address.ts';
import { checkProvisioner } from '#conformance/check-provisioner.ts';
import { type Command, UsageError } from '../command.ts';
import { conformanceLines, listenAddress } from './conformance-lines.ts';

export const cabinetCheckProvisioner: Command = {
  name: 'cabinet check-provisioner',
  summary: 'Says what a provisioner at an address still lacks of the cabinet protocol, point by point.',
  details: [
    'Makes a cabinet there, takes it through every act twice and again, and destroys it: suspension, backup, restoring,',
    'signatures that are wrong or old, operations that come late. The secret is CABINET_WEBHOOK_SECRET unless given.',
    'Reads and changes nothing of the installation. Exit code 1 when something is lacking.',
  ].join('\n'),
  arguments: ['URL'],
  options: {
    secret: { type: 'string', description: 'what calls are signed with', value: 'TEXT' },
    'cabinet-url': {
      type: 'string',
      description: 'where the cabinet is to answer; a new name below CABINET_DOMAIN unless given',
      value: 'URL',
    },
    listen: {
      type: 'string',
      description:
        'where results are taken and the backup is given, by a name that the provisioner reaches; 127.0.0.1 unless given',
      value: 'HOST:PORT',
    },
  },
  async run({ args: [address = ''], options, config, environment, progress }) {
    const text = (name: string) => (typeof options[name] === 'string' ? options[name] : undefined);
    if (!isHttp(address)) throw new UsageError(`"${address}" is not an http(s) address.`);
    const secret = text('secret') ?? environment.CABINET_WEBHOOK_SECRET;
    if (!secret) throw new UsageError('--secret is needed, or CABINET_WEBHOOK_SECRET.');
    const named = text('cabinet-url') ?? newAddress(config().cabinets);
    if (!isHttp(named)) throw new UsageError('--cabinet-url takes an http(s) address.');
    const listen = listenAddress(text('listen') ?? '127.0.0.1:0');
    if (!listen) throw new UsageError('--listen takes HOST:PORT.');
    const points = await checkProvisioner(address, { secret, cabinetUrl: named, listen, progress });
    const { lacking, lines } = conformanceLines(points);
    return {
      ok: lacking === 0,
      lines: lacking > 0 ? lines : [...lines, 'Nothing is lacking.'],
      data: { url: address, cabinet_url: named, lacking, points },
    };
  },
};

function newAddress(cabinets: Parameters<typeof cabinetUrl>[0]): string {
  const domain = `check-${randomBytes(4).toString('hex')}.${cabinets.domain}`;
  return cabinetUrl(cabinets, domain) ?? '';
}

function isHttp(address: string): boolean {
  return /^https?:$/.test(URL.parse(address)?.protocol ?? '');
}
