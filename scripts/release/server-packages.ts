import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The parts that run in a container. */
const folders = ['server', 'cli', 'conformance', 'cabinet', 'contract'];

/** Which dependencies of package.json the program itself imports, and which are peers of those. */
export function serverPackages(dependencies: Record<string, string>): Record<string, string> {
  const imported = new Set(folders.flatMap(packagesOf));
  const peers = peersOf(imported);
  return Object.fromEntries(
    Object.entries(dependencies).filter(([name]) => imported.has(name) || peers.has(name)),
  );
}

function packagesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => {
      const text = readFileSync(path.join(folder, file), 'utf8');
      const from = /(?:from|import|import\() ?'([^'.#][^']*)'/g;
      return [...text.matchAll(from)].map(([, name = '']) => packageOf(name));
    });
}

function peersOf(imported: ReadonlySet<string>): Set<string> {
  return new Set(
    [...imported].flatMap((name) => {
      const text = readManifest(name);
      return text ? Object.keys(JSON.parse(text).peerDependencies ?? {}) : [];
    }),
  );
}

function readManifest(name: string): string | undefined {
  try {
    return readFileSync(path.join('node_modules', name, 'package.json'), 'utf8');
  } catch {
    return undefined; // one of Node's own
  }
}

function packageOf(name: string): string {
  const parts = name.split('/');
  return parts.slice(0, name.startsWith('@') ? 2 : 1).join('/');
}
