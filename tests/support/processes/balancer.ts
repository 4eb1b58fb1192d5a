import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Balancer {
  url: string;
  /** Whether it sends requests to this port at present. */
  isUsing(port: number): boolean;
  close(): Promise<void>;
}

/**
 * A very simple proxy: round robin over the ports that report to be ready, asked four times a second; it keeps
 * connections open and repeats nothing.
 */
export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true, maxSockets: 20 });
  const ready = new Set<number>();
  const look = () =>
    Promise.all(
      ports.map(async (port) => {
        const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
        await answer?.arrayBuffer();
        if (answer?.status === 200) ready.add(port);
        else ready.delete(port);
      }),
    );
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const targets = [...ready];
    const port = targets[turn++ % targets.length];
    if (port === undefined) return void outgoing.writeHead(503).end();
    const { url: path, method, headers } = incoming;
    const onward = request({ port, host: '127.0.0.1', path, method, headers, agent }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()));
    incoming.pipe(onward);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  await look();
  const timer = setInterval(() => void look(), 250);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // it listens on TCP
    isUsing: (port) => ready.has(port),
    async close() {
      clearInterval(timer);
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      agent.destroy();
    },
  };
}
