import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';

export interface HostTls {
  /** 0 takes any free port. */
  port: number;
  /** Files with the certificate, the whole chain, and its key. */
  certificate: string;
  key: string;
}

/** A certificate may be renewed while the host runs. */
const readAgainMs = 3_600_000;

/**
 * A server only for the platform's calls, by https (`docs/scaling.md`, "https to the cabinet host"). Throws when a
 * file can't be read or the two don't belong together.
 */
export function tlsServer(tls: HostTls, options: { requestTimeout: number; headersTimeout: number }): Server {
  const read = () => ({ cert: readFileSync(tls.certificate), key: readFileSync(tls.key) });
  const server = createServer({ ...options, ...read() });
  const timer = setInterval(() => {
    try {
      server.setSecureContext(read());
    } catch {
      // Half written: the old one stays until the next look.
    }
  }, readAgainMs).unref();
  server.once('close', () => clearInterval(timer));
  return server;
}
