import type { IncomingMessage, Server as HttpServer } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import type { Logger } from 'pino';
import { type Reply, send } from './http.ts';

type Server = HttpServer | HttpsServer;

interface Answering {
  answer(request: IncomingMessage): Promise<Reply>;
  /** The answer when `answer` throws. */
  failed(request: IncomingMessage, error: unknown): Reply;
  /** The Content-Security-Policy of every answer. */
  policy: string;
  /** Whether browsers use https, here or at a proxy in front; they are told to keep using it. */
  isHttps?: boolean;
  /** After each answer: its status, and how long it took. */
  answered?: ((method: string, status: number, seconds: number) => void) | undefined;
  log: Logger;
}

const closeTimeout = 20_000;

/** Answers every request of a server, and closes it in order. */
export function replyWith(
  server: Server,
  { answer, failed, policy, isHttps = false, answered, log }: Answering,
) {
  const running = new Set<Promise<void>>();

  server.on('request', (request, response) => {
    const startedAt = performance.now();
    const work = answer(request)
      .catch((error: unknown) => failed(request, error))
      .then((reply) => {
        // The rest of an unread body must not be taken for the next request.
        if (!request.complete) response.shouldKeepAlive = false;
        return response.destroyed ? undefined : send(response, reply, { policy, isHttps });
      })
      .catch((error: unknown) => {
        response.destroy();
        log.error({ err: error }, 'cabinet answer not sent');
      })
      .finally(() => {
        answered?.(request.method ?? '', response.statusCode, (performance.now() - startedAt) / 1000);
        running.delete(work);
      });
    running.add(work);
  });

  return {
    /** Stops accepting and waits for running requests, at most 20 s for silent ones. */
    async close(): Promise<void> {
      const impatience = setTimeout(() => server.closeAllConnections(), closeTimeout);
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      });
      clearTimeout(impatience);
      await Promise.all(running);
    },
  };
}

/** Returns the port, which the system chooses for 0. Rejects with the error of `listen`, such as EADDRINUSE. */
export async function listen(
  server: Server,
  { host, port }: { host: string; port: number },
): Promise<{ port: number }> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address();
  return { port: typeof address === 'object' && address ? address.port : port };
}
