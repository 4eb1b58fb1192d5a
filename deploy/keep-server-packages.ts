import { readFileSync, writeFileSync } from 'node:fs';
import { serverPackages } from '../scripts/release/server-packages.ts';

/**
 * Leaves in package.json only what the program itself imports; `npm prune` then removes the rest: the libraries of
 * the built pages, Node.js (which the image has anyway), and the embedded database (containers get DATABASE_URL).
 */
const manifest: { dependencies: Record<string, string>; optionalDependencies?: unknown } = JSON.parse(
  readFileSync('package.json', 'utf8'),
);
manifest.dependencies = serverPackages(manifest.dependencies);
delete manifest.optionalDependencies;
writeFileSync('package.json', `${JSON.stringify(manifest, null, 2)}\n`);
