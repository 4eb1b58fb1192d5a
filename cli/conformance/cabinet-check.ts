import { checkConformance } from '#conformance/check-cabinet.ts';
import { type Command, UsageError } from '../command.ts';
import { conformanceLines, listenAddress } from './conformance-lines.ts';

export const cabinetCheck: Command = {
  name: 'cabinet check',
  summary: 'Says what a product at an address still lacks of the cabinet protocol, point by point.',
  details: [
    'Without --secret only what a stranger sees is checked. With it the command plays the platform: start the product',
    'with the client id and the secret given here, and with http://HOST:PORT/api of --listen as its API address.',
    'Reads and changes nothing of the installation. Exit code 1 when something is lacking.',
  ].join('\n'),
  arguments: ['URL'],
  options: {
    'public-url': {
      type: 'string',
      description: 'the platform’s public address that the product was told; PUBLIC_URL unless given',
      value: 'URL',
    },
    secret: { type: 'string', description: 'the cabinet’s secret', value: 'TEXT' },
    'client-id': { type: 'string', description: 'the cabinet’s client', value: 'UUID' },
    listen: { type: 'string', description: 'where to play the platform', value: 'HOST:PORT' },
  },
  async run({ args: [address = ''], options, config, progress }) {
    if (!/^https?:/.test(address) || !URL.canParse(address)) {
      throw new UsageError(`"${address}" is not an http(s) address.`);
    }
    const publicUrl = textOf(options['public-url']) ?? config().publicUrl;
    if (!URL.canParse(publicUrl)) throw new UsageError('--public-url takes an address.');
    const platform = platformOf(options);
    progress(`Asking ${address}…`);
    const points = await checkConformance(address, { publicUrl, platform });
    const { lacking, lines } = conformanceLines(points);
    const verdict = platform
      ? 'Nothing is lacking.'
      : 'Nothing is lacking of what a stranger sees; --secret, --client-id and --listen check the rest.';
    return {
      ok: lacking === 0,
      lines: lacking > 0 ? lines : [...lines, verdict],
      data: { url: address, lacking, points },
    };
  },
};

function platformOf({ secret, listen, 'client-id': clientId }: Record<string, string | boolean | undefined>) {
  const given = [secret, clientId, listen].filter((value) => typeof value === 'string');
  if (given.length === 0) return undefined;
  const address = listenAddress(textOf(listen));
  if (given.length < 3 || !address) {
    throw new UsageError('--secret, --client-id and --listen HOST:PORT belong together.');
  }
  return { clientId: String(clientId), secret: String(secret), ...address };
}

function textOf(value: string | boolean | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
