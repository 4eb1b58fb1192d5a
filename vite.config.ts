import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { themeStylesheet } from './src/ui/theme.ts';

const api = 'http://127.0.0.1:8080';
const database = { globalSetup: ['tests/support/global-database.ts'] };

export default defineConfig({
  plugins: [react(), themeStylesheetPlugin(), precompressed()],
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    sourcemap: false,
    target: 'es2022',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1500,
  },
  server: { proxy: { '/api': api, '/config.json': api } },
  test: {
    projects: [
      { extends: true, test: { name: 'unit', include: ['tests/unit/**/*.test.{ts,tsx}'] } },
      { extends: true, test: { name: 'api', include: ['tests/api/**/*.test.ts'], ...database } },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          ...database,
        },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          ...database,
        },
      },
    ],
  },
});

/** Makes the design tokens a stylesheet at build time, so that the CSP needs no exception for them. */
function themeStylesheetPlugin(): Plugin {
  const name = 'virtual:theme.css';
  const resolved = `\0${name}`;
  return {
    name: 'tenantry:theme-stylesheet',
    resolveId: (source) => (source === name ? resolved : null),
    load: (id) => (id === resolved ? themeStylesheet() : null),
  };
}

/** Writes `.br` and `.gz` beside every asset, so that the server never compresses one. */
function precompressed(): Plugin {
  let folder = '';
  return {
    name: 'tenantry:precompressed',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = join(root, build.outDir);
    },
    async closeBundle() {
      // The page itself gets a nonce at each request.
      const files = (await readdir(folder, { recursive: true })).filter((file) =>
        /\.(js|css|svg|json)$/.test(file),
      );
      await Promise.all(files.map((file) => compress(join(folder, file))));
    },
  };
}

async function compress(path: string): Promise<void> {
  const content = await readFile(path);
  const [brotli, zipped] = await Promise.all([
    promisify(brotliCompress)(content, {
      params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
    }),
    promisify(gzip)(content, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, zipped)]);
}
