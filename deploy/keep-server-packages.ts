import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Leaves in package.json only what the program itself imports; `npm prune` then removes the rest: the libraries of
 * the built pages, Node.js (which the image has anyway), and the embedded database (containers get DATABASE_URL).
 */
const folders = ['server', 'cli', 'conformance', 'cabinet', 'contract'];
const imported = new Set(folders.flatMap(packagesOf));
const manifest: { dependencies: Record<string, string>; optionalDependencies?: unknown } = JSON.parse(
  readFileSync('package.json', 'utf8'),
);
manifest.dependencies = Object.fromEntries(
  Object.entries(manifest.dependencies).filter(([name]) => imported.has(name) || peers().has(name)),
);
delete manifest.optionalDependencies;
writeFileSync('package.json', `${JSON.stringify(manifest, null, 2)}\n`);

function packagesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => {
      const text = readFileSync(path.join(folder, file), 'utf8');
      const from = /(?:from|import|import\() ?'([^'.#][^']*)'/g;
      return [...text.matchAll(from)].map(([, name = '']) => packageOf(name));
    });
}

/** The peer dependencies of imported packages. */
function peers(): Set<string> {
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
