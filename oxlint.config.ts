import { defineConfig, type OxlintOverride } from 'oxlint';

/**
 * Which folder may import which of ours (DESIGN section 2). `tests/unit/imports.test.ts` checks the modules
 * inside `server/`.
 */
const directions = {
  contract: ['server', 'cabinet', 'web', 'locales', 'tests'],
  src: ['server', 'cabinet', 'tests'],
  server: ['web', 'conformance', 'cli', 'tests'],
  conformance: ['cabinet', 'cli', 'web', 'tests'],
  cli: ['cabinet', 'web', 'tests'],
  cabinet: ['server', 'web', 'tests'],
};

export default defineConfig({
  ignorePatterns: ['dist/', 'data/'],
  plugins: ['typescript', 'react', 'unicorn', 'oxc'],
  categories: { correctness: 'error' },
  options: { typeAware: true, reportUnusedDisableDirectives: 'error' },
  rules: {
    'no-var': 'error',
    'prefer-const': 'error',
    'prefer-rest-params': 'error',
    'prefer-spread': 'error',
    'no-array-constructor': 'error',
    'no-unused-expressions': 'error',
    'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    'typescript/ban-ts-comment': 'error',
    'typescript/no-empty-object-type': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-namespace': 'error',
    'typescript/no-require-imports': 'error',
    'typescript/no-unnecessary-type-constraint': 'error',
    'typescript/no-unsafe-function-type': 'error',
    'typescript/consistent-type-imports': 'error',
    // `import { type X }` keeps the import at run time: and a phone would load the schema library.
    'typescript/no-import-type-side-effects': 'error',
    // These rules need types: the error of a promise that is not awaited gets lost.
    'typescript/no-floating-promises': 'error',
    // Handlers may be async: antd's confirmations, and the pool's set-up of a connection.
    'typescript/no-misused-promises': [
      'error',
      { checksVoidReturn: { attributes: false, properties: false } },
    ],
    'typescript/await-thenable': 'error',
    'typescript/only-throw-error': 'error',
    'typescript/prefer-promise-reject-errors': 'error',
    'typescript/restrict-plus-operands': 'error',
    // Our methods are closures without `this` (tests/unit/imports.test.ts). Lists of texts are sorted by code unit on purpose.
    'typescript/unbound-method': 'off',
    'typescript/require-array-sort-compare': 'off',
    // Values shown as text are checked when they are received; to the types, a value of a list can be anything.
    'typescript/no-base-to-string': 'off',
    // Error objects and headers are spread for their own fields, on purpose.
    'typescript/no-misused-spread': 'off',
    eqeqeq: ['error', 'always', { null: 'ignore' }],
    'no-console': 'error',
    // An entry of a description list is a pair of label and content, not a list of children.
    'react/jsx-key': 'off',
  },
  overrides: [
    {
      files: ['src/**/*.{ts,tsx}'],
      rules: {
        'react/rules-of-hooks': 'error',
        'react/exhaustive-deps': 'error',
        'react/static-components': 'error',
        'react/use-memo': 'error',
        'react/preserve-manual-memoization': 'error',
        'react/incompatible-library': 'error',
        'react/immutability': 'error',
        'react/globals': 'error',
        'react/refs': 'error',
        'react/set-state-in-effect': 'error',
        'react/error-boundaries': 'error',
        'react/purity': 'error',
        'react/set-state-in-render': 'error',
        'react/unsupported-syntax': 'error',
      },
    },
    ...Object.entries(directions).map(([folder, forbidden]) => mayNotImport(folder, forbidden)),
    {
      files: ['server/**', 'contract/**', 'conformance/**', 'cli/**', 'src/**', 'cabinet/**'],
      rules: { 'max-lines-per-function': ['error', { max: 80 }] },
    },
    {
      // A migration that has run is never edited.
      files: ['server/db/migrations/**'],
      rules: { 'max-lines-per-function': 'off' },
    },
    {
      files: ['bench/**', 'scripts/**', 'tests/**', 'server/process.ts'],
      rules: { 'no-console': 'off' },
    },
  ],
});

function mayNotImport(folder: string, forbidden: readonly string[]): OxlintOverride {
  const group = forbidden.flatMap((name) => [`#${name}/*`, `**/../${name === 'web' ? 'src' : name}/*`]);
  const message = `${folder}/ must not import this (DESIGN section 2).`;
  return {
    files: [`${folder}/**/*.{ts,tsx}`],
    rules: { 'no-restricted-imports': ['error', { patterns: [{ group, message }] }] },
  };
}
