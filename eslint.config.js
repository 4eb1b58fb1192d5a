import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/**
 * Which folder may import which of ours (DESIGN section 2). `tests/unit/imports.test.ts` checks the modules
 * inside `server/`.
 */
const directions = {
  contract: ['server', 'cabinet', 'web', 'locales', 'tests'],
  src: ['server', 'cabinet', 'tests'],
  server: ['web', 'tests'],
  cabinet: ['server', 'web', 'tests'],
};

export default tseslint.config(
  { ignores: ['dist/', 'data/', 'node_modules/'] },
  ...tseslint.configs.recommended,
  {
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // `import { type X }` keeps the import at run time: that is how a schema library gets onto a phone.
      '@typescript-eslint/no-import-type-side-effects': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
    },
  },
  { files: ['src/**/*.{ts,tsx}'], ...reactHooks.configs.flat.recommended },
  ...Object.entries(directions).map(([folder, forbidden]) => ({
    files: [`${folder}/**/*.{ts,tsx}`],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: forbidden.flatMap((name) => [`#${name}/*`, `**/../${name === 'web' ? 'src' : name}/*`]),
              message: `${folder}/ must not import this (DESIGN section 2).`,
            },
          ],
        },
      ],
    },
  })),
  {
    files: ['bench/**', 'scripts/**', 'tests/**', 'server/process.ts'],
    rules: { 'no-console': 'off' },
  },
);
