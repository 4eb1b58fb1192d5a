import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chownSync } from 'node:fs';
import { lstat, mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Account } from './account.ts';
import { StartupError } from '#server/kernel/startup-error.ts';

/** Where a server listens. */
export interface Endpoint {
  /** A folder with the Unix socket, or the loopback address. */
  host: string;
  port: number;
  /** The folder of the Unix socket, if it has one. */
  socketDir: string | undefined;
  /** The server settings for it. */
  settings: Record<string, string>;
}

/** A free port on loopback: for Windows, where Node cannot open PostgreSQL's sockets. */
export async function tcpEndpoint(): Promise<Endpoint> {
  const port = await freePort();
  return {
    host: '127.0.0.1',
    port,
    socketDir: undefined,
    settings: { listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '' },
  };
}

/** A socket in the cluster's folder, or in a separate short folder where that path is too long for a socket. */
export async function socketEndpoint(clusterDir: string, account: Account | undefined): Promise<Endpoint> {
  const inside = fitsSocketAddress(clusterDir);
  const host = inside ? clusterDir : await shortSocketDir(clusterDir, account);
  return {
    host,
    port: socketPort,
    socketDir: host,
    settings: {
      listen_addresses: '',
      port: String(socketPort),
      // The setting is a list with its own syntax; the server's working directory is its folder.
      unix_socket_directories: inside ? '.' : `"${host.replaceAll('"', '""')}"`,
      unix_socket_permissions: '0700',
    },
  };
}

const socketPort = 5432;

/** The socket's name; the server keeps a `.lock` next to it. */
export const socketFile = `.s.PGSQL.${socketPort}`;

/** The kernel's `sun_path` has 108 bytes (104 on macOS and the BSDs), and the last is a zero. */
function fitsSocketAddress(folder: string): boolean {
  const limit = process.platform === 'linux' ? 107 : 103;
  return Buffer.byteLength(join(folder, socketFile)) <= limit;
}

/** The name is the same at every start, so that no start leaves one behind. */
async function shortSocketDir(dir: string, account: Account | undefined): Promise<string> {
  const name = `tenantry-${createHash('sha256').update(dir).digest('hex').slice(0, 16)}`;
  const parent = [tmpdir(), '/tmp'].find((folder) => fitsSocketAddress(join(folder, name))) ?? '/tmp';
  const folder = join(parent, name);
  await mkdir(folder, { mode: 0o700 }).then(
    () => account && chownSync(folder, account.uid, account.gid),
    () => undefined,
  );
  const found = await lstat(folder).catch(() => undefined);
  const owner = account?.uid ?? process.getuid?.();
  if (found?.isDirectory() && found.uid === owner && (found.mode & 0o077) === 0) return folder;
  throw new StartupError(
    `the path of DATA_DIR is too long for a socket and "${folder}" cannot be used in its place: ` +
      'remove that, or set DATA_DIR to a shorter path',
  );
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('a TCP server has no port');
  return address.port;
}
