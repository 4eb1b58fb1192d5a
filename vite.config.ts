import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { locales } from './contract/kernel/variants.ts';
import { customerPaths, firstScreens } from '#web/app/first-screens.ts';
import { panelPath } from '#web/providers/site-path.ts';
import { frameStylesheet, themeStylesheet } from '#web/ui/shared/theme.ts';

const api = `http://127.0.0.1:${process.env.PORT ?? 8080}`;

/** What is always needed together travels together: a slow network pays for each request. */
const chunkGroups = [
  {
    // Needed by main.tsx itself, so that it can run without waiting for anything else.
    name: 'start',
    priority: 4,
    test: /\/src\/main\.tsx$|\/src\/(providers\/(http-client|http-error|schemas|site-path|texts)|ui\/shared\/(local-storage|shown-person|theme-choice)|ui\/customer\/session\/account-part|app\/(customer-screens|first-screens))\.ts$|\/contract\/(kernel\/(permissions|variants)|accounts\/(member-role|person-cookie)|http\/route|routes\/customer-addresses)\.ts$|vite\/preload-helper|rolldown\/runtime/,
  },
  {
    // Needed by the panel and by customers' pages: inside the customers' chunk, the panel would load that chunk too.
    name: 'react',
    priority: 3,
    test: /node_modules\/(react|react-dom|scheduler|i18next|react-i18next)\/|\/src\/(providers\/i18n|ui\/shared\/(json-storage|contact-rules|formats))\.ts$|\/contract\/(kernel\/(day-list|issues)|contact\/(calling-codes|code-check))\.ts$/,
  },
  // Only files need it, although refine's core names it.
  { name: 'csv', priority: 2, test: /node_modules\/papaparse\// },
  // Not the contract: its schemas may be made only after zod was set up (src/providers/schemas.ts).
  { name: 'zod', priority: 2, test: /node_modules\/zod\// },
  {
    // What says that an email was sent comes with the pages that say so: registration and account need none of it.
    name: 'customer',
    priority: 1,
    test: /\/src\/(app\/customer-(app|pages)|ui\/customer\/(form\/(?!sent-email|mailbox|resend-button)|(kit|layout|router|session)\/|account\/(log-out-button|pages-place|use-formats)|registration\/registration-start))|node_modules\/react-hook-form\//,
  },
  {
    // Shared by both beyond the start, without any schema: pages that show a sum need not load zod.
    name: 'plain',
    priority: 2,
    test: /\/contract\/(kernel\/csv|accounts\/browser-name|clients\/suggested-amounts|money\/own-top-up)\.ts$|\/src\/ui\/shared\/(amount|idempotency-key|passkey|save-file)\.ts$/,
  },
  {
    // Schemas shared by both beyond the start: inside the panel's chunk, customers would load that chunk.
    name: 'contract',
    priority: 1,
    test: /\/contract\/(kernel\/(primitives|plain-text)|accounts\/(auth|member)|cabinets\/cabinet|clients\/customer|contact\/(phone|registration)|http\/answers|money\/(online-payment|payment-gateway|payment-words))\.ts$|\/src\/ui\/shared\/amount-schema\.ts$/,
  },
  {
    // Libraries and parts that many of the panel's screens share. Parts that few of them use stay with those, and what
    // a first visit of a list doesn't show, the calendar and forms, comes with the first of them (docs/decisions/0215).
    name: 'panel',
    minShareCount: 5,
    test: /node_modules\/(antd(?!\/es\/(date-picker|calendar|form\/(?!context|hooks\/useVariants|validateMessages)|switch|progress|grid))|rc-(?!picker|field-form|switch|progress|textarea)|@rc-component(?!\/async-validator)|@ant-design|@refinedev|@tanstack|react-router|lodash-es|dayjs)|\/src\/(ui\/(admin(?!\/form\/(form-|reason|controls|submit\/(form-a|form-fa|use)))|shared)|resources|providers)\/|\/contract\//,
  },
];

/**
 * What libraries say in each run though nothing is wrong: rc-util of two empty lists of errors, oidc-provider of tests,
 * rc-trigger of the tests' window, React of a screen that comes with its own chunk.
 */
const unhelpful =
  /There may be circular references|development-only in-memory adapter|in same shadow root|suspended inside an `act` scope/;
/** Long enough for a machine that does much else: time decides no test. No test has a bound of its own below these. */
const patience = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000, interval: 20 } },
};
/** One second try where pages and killed processes are; the report names it (docs/decisions/0217, 0327). */
const tryTwice = { retry: 1 };
/** One worker more than a small machine has cores, because tests often wait (docs/decisions/0223). */
const threeAtATime = { maxWorkers: 3, sequence: { groupOrder: 0 }, ...patience };
/** Beside Chromium and killed processes nothing else runs. */
const afterwards = { ...threeAtATime, sequence: { groupOrder: 1 } };

export default defineConfig({
  plugins: [
    react(),
    themeStylesheetPlugin(),
    librariesAhead(),
    screenFiles(),
    precompressed(),
    entryServer(),
    formsApart(),
  ],
  // simple-rest creates an axios client when it is loaded; our stub replaces axios (src/providers/no-axios.ts).
  resolve: {
    alias: [
      { find: /^axios$/, replacement: resolve('src/providers/no-axios.ts') },
      // Only antd's table imports a file by this name.
      {
        find: /^\.\/FilterDropdown$/,
        replacement: resolve('src/ui/admin/list/table/no-column-filters.ts'),
      },
      // Writes one error of the parser of addresses in words (src/providers/no-inspect.ts).
      { find: /^object-inspect$/, replacement: resolve('src/providers/no-inspect.ts') },
    ],
  },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    sourcemap: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1500,
  },
  environments: {
    client: {
      build: {
        target: 'es2022',
        modulePreload: { polyfill: false },
        rolldownOptions: {
          output: { codeSplitting: { groups: chunkGroups } },
          // @refinedev/antd imports these for parts that we do not use; they don't say that they may be left out.
          treeshake: {
            moduleSideEffects: [
              {
                test: /node_modules\/(react-markdown|remark-gfm|sunflower-antd|papaparse|error-stack-parser|stackframe)\//,
                sideEffects: false,
              },
            ],
          },
        },
      },
    },
  },
  server: { proxy: { '/api': api, '/config.json': api } },
  test: {
    // One PostgreSQL and one bundle of the server for the whole run.
    globalSetup: ['tests/support/postgres/global-database.ts', 'tests/support/processes/global-program.ts'],
    execArgv: ['--disable-warning=ExperimentalWarning'],
    reporters: ['default', './tests/support/processes/second-tries.ts'],
    onConsoleLog: (text) => !unhelpful.test(text),
    projects: [
      {
        extends: true,
        // Files of one worker share their modules, because loading them takes longer than most of these tests.
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.{ts,tsx}'],
          isolate: false,
          ...threeAtATime,
        },
      },
      {
        extends: true,
        test: {
          name: 'component',
          environment: 'happy-dom',
          include: ['tests/component/**/*.test.tsx'],
          setupFiles: ['tests/support/browser/component-setup.ts'],
          // Node.js would give refine another react-router than the panel's own.
          server: { deps: { inline: [/react-router/, /@refinedev/] } },
          isolate: false,
          ...threeAtATime,
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts'],
          isolate: false,
          ...threeAtATime,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          isolate: false,
          ...afterwards,
          ...tryTwice,
        },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          isolate: false,
          ...afterwards,
          ...tryTwice,
        },
      },
    ],
  },
});

/** Makes stylesheets of the design tokens and the frame at build time, so that the CSP needs no exception for them. */
function themeStylesheetPlugin(): Plugin {
  const sheets: Record<string, () => string> = {
    'virtual:theme.css': themeStylesheet,
    'virtual:frame.css': frameStylesheet,
  };
  return {
    name: 'tenantry:theme-stylesheet',
    resolveId: (source) => (source in sheets ? `\0${source}` : null),
    load: (id) => (id.startsWith('\0') ? (sheets[id.slice(1)]?.() ?? null) : null),
  };
}

/**
 * antd's fields import the context of forms from a file that names all of rc-field-form, and its radio buttons import
 * one line from the file of its forms: a list would load both for that (docs/decisions/0215).
 */
function formsApart(): Plugin {
  return {
    name: 'tenantry:forms-apart',
    enforce: 'pre',
    apply: 'build',
    resolveId(source, importer = '') {
      if (source === 'rc-field-form' && importer.endsWith('/antd/es/form/context.js'))
        return this.resolve('rc-field-form/es/FormContext.js', importer);
      if (source === '../form/hooks/useForm' && importer.includes('/antd/es/radio/'))
        return resolve('src/ui/admin/list/table/name-of-radios.ts');
      return null;
    },
  };
}

/** The page itself asks for the libraries that both halves need, before any script has run. */
function librariesAhead(): Plugin {
  return {
    name: 'tenantry:libraries-ahead',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle = {} }) =>
        Object.values(bundle)
          .filter((chunk) => chunk.type === 'chunk' && chunk.name === 'react')
          .map(({ fileName }) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${fileName}` },
            injectTo: 'head',
          })),
    },
  };
}

/** Stands in the page itself. */
const earlyScriptFile = '/src/app/hold-early-clicks.ts';

/**
 * Writes `screens.json`: which files each first screen of the customer half needs, and which have its texts by
 * language. The server puts them into its page, so that none waits for another to be read.
 */
function screenFiles(): Plugin {
  return {
    name: 'tenantry:screen-files',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    buildStart() {
      this.emitFile({ type: 'chunk', id: earlyScriptFile });
    },
    // Last, because entries that only load another file are gone by then.
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const chunkOf = (path: string) => chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(path));
        const imported = (files: readonly string[], seen = new Set<string>()): string[] => {
          for (const chunk of chunks.filter(
            ({ fileName }) => files.includes(fileName) && !seen.has(fileName),
          )) {
            seen.add(chunk.fileName);
            imported(chunk.imports, seen);
          }
          return [...seen];
        };
        const filesOf = (...paths: string[]) => {
          const modules = imported(paths.flatMap((path) => chunkOf(path)?.fileName ?? []));
          const styles = chunks
            .filter(({ fileName }) => modules.includes(fileName))
            .flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
          return { modules, styles: [...new Set(styles)] };
        };
        const screens = firstScreens.map(({ path, module }) => ({
          path,
          ...filesOf('/index.html', '/src/app/customer-app.tsx', `/src/pages/${module}.tsx`),
        }));
        // Every part of the panel, not its start alone: a form would load the customers' styles with it.
        const panel = imported(
          chunks
            .filter(({ moduleIds }) => moduleIds.some((id) => /\/src\/(resources|ui\/admin)\//.test(id)))
            .map(({ fileName }) => fileName),
        );
        const customers = screens.flatMap(({ modules }) => modules);
        if (
          customers.some((file) => file.includes('/panel-')) ||
          panel.some((file) => file.includes('/customer-'))
        )
          this.error('One half asks for what is the other half’s: see chunkGroups.');
        const texts = Object.fromEntries(
          locales.map((locale) => [
            locale,
            filesOf(`/locales/${locale}/customer.json`, `/locales/${locale}/common.json`).modules,
          ]),
        );
        const early = chunkOf(earlyScriptFile);
        if (early === undefined || early.imports.length > 0)
          this.error(`${earlyScriptFile} imports something`);
        delete bundle[early.fileName];
        const paths = [...customerPaths.map(patternOf), panelPath.source];
        const source = JSON.stringify({ screens, texts, paths, earlyScript: early.code });
        this.emitFile({ type: 'asset', fileName: 'screens.json', source });
      },
    },
  };
}

/** A pattern of `src/ui/customer/router/path-match.ts` for the server. */
function patternOf(path: string): string {
  return `^${path.replace(/\/\*$/, '(/.*)?').replaceAll(/:\w+/g, '[^/]+')}/?$`;
}

/**
 * Builds the server's end of the customer half beside the pages: with all that it needs, since the server's own packages
 * are fewer (`deploy/keep-server-packages.ts`).
 */
function entryServer(): Plugin {
  return {
    name: 'tenantry:entry-server',
    apply: 'build',
    config: ({ build: pages }) => ({
      environments: {
        ssr: {
          consumer: 'server',
          define: { 'process.env.NODE_ENV': '"production"' },
          resolve: { noExternal: true },
          build: {
            outDir: join(pages?.outDir ?? '', '../ssr'),
            ssr: 'src/app/entry-server.tsx',
            target: 'node24',
            minify: true,
            copyPublicDir: false,
          },
        },
      },
      builder: {
        async buildApp({ build, environments: { client, ssr } }) {
          if (client) await build(client);
          if (ssr) await build(ssr);
        },
      },
    }),
  };
}

/** Writes `.br` and `.gz` beside every asset, so that the server never compresses one. */
function precompressed(): Plugin {
  return {
    name: 'tenantry:precompressed',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async writeBundle() {
      const { config } = this.environment;
      const folder = resolve(config.root, config.build.outDir);
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
