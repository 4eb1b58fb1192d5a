import { createServer, type Server } from 'node:net';

/** Below the ports that systems use for outgoing connections, so that none of those takes one between check and use. */
const firstPort = 10_000;
const slots = 200;
const portsPerSlot = 100;

let slot: Promise<number> | undefined;
let taken = 0;

/** A free port of the loopback interface, which no other test process will use. */
export async function freePort(): Promise<number> {
  slot ??= claimSlot();
  const start = firstPort + slots + (await slot) * portsPerSlot;
  for (let tried = 0; tried < portsPerSlot; tried++) {
    const port = start + (taken++ % portsPerSlot);
    const server = await listening(port);
    if (!server) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
  throw new Error(`no free port from ${start} on`);
}

/** A process holds one port for as long as it lives, and with it a range of ports. */
async function claimSlot(): Promise<number> {
  const start = process.pid % slots;
  for (let step = 0; step < slots; step++) {
    const candidate = (start + step) % slots;
    const server = await listening(firstPort + candidate);
    server?.unref();
    if (server) return candidate;
  }
  throw new Error('every range of ports is taken');
}

function listening(port: number): Promise<Server | undefined> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    );
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}
