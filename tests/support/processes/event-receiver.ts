import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  headers: IncomingHttpHeaders;
  text: string;
  // Tests check the parts that they read.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
}

export interface EventReceiver {
  url: string;
  received: Received[];
  /** What is answered from now on; null: never anything. */
  answer: { status: number; headers?: Record<string, string>; body?: string } | null;
  close(): Promise<void>;
}

/** Another system that gets events. */
export async function receiveEvents(): Promise<EventReceiver> {
  const receiver: EventReceiver = {
    url: '',
    received: [],
    answer: { status: 204 },
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      receiver.received.push({ headers: request.headers, text, body: JSON.parse(text) });
      if (receiver.answer === null) return;
      const { status, headers = {}, body = '' } = receiver.answer;
      response.writeHead(status, headers).end(body);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`; // it listens on a port
  return receiver;
}
