import { Agent, request } from 'node:http';

export interface Load {
  milliseconds: number[];
  /** Per second, over all connections. */
  rate: number;
  bodies: string[];
}

/** Requests an address again and again on a number of connections, for a number of seconds. */
export async function load(
  address: string,
  token: string | undefined,
  { connections = 1, seconds = 5, keep = false } = {},
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const milliseconds: number[] = [];
  const bodies: string[] = [];
  const began = performance.now();
  const ends = began + seconds * 1000;
  const caller = async () => {
    while (performance.now() < ends) {
      const started = performance.now();
      const body = await get(agent, address, token);
      milliseconds.push(performance.now() - started);
      if (keep) bodies.push(body);
    }
  };
  await Promise.all(Array.from({ length: connections }, caller));
  agent.destroy();
  return { milliseconds, rate: milliseconds.length / ((performance.now() - began) / 1000), bodies };
}

/** The value below which this share of the samples lies. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

/** With node:http: fetch would cost the machine more than the server does. */
function get(agent: Agent, address: string, token: string | undefined): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = token ? { authorization: `Bearer ${token}` } : {};
    const asked = request(address, { agent, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () => {
        const body = Buffer.concat(chunks).toString();
        if (answer.statusCode === 200) resolve(body);
        else reject(new Error(`${address}: ${answer.statusCode} ${body.slice(0, 200)}`));
      });
    });
    asked.on('error', reject);
    asked.end();
  });
}
