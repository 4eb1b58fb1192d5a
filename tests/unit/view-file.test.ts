import { expect, it } from 'vitest';
import { viewFile } from '#contract/kernel/view-file.ts';

it.each([
  ['Безкоштовний період закінчується', 'clients-bezkoshtovnyi-period-zakinchuietsia-2026-11-29.csv'],
  ['Заканчивается в эти 7 дней', 'clients-zakanchyvaetsia-v-ety-7-dnei-2026-11-29.csv'],
  ['Trial ends', 'clients-trial-ends-2026-11-29.csv'],
  ['Baigiasi laikotarpis, šią savaitę', 'clients-baigiasi-laikotarpis-sia-savaite-2026-11-29.csv'],
  ['Testphase läuft aus', 'clients-testphase-laeuft-aus-2026-11-29.csv'],
  ['2026: ../etc/"x"', 'clients-2026-etc-x-2026-11-29.csv'],
  ['日本', 'clients-2026-11-29.csv'],
])('a file of the view %j is %s', (view, file) => {
  expect(viewFile('clients-2026-11-29.csv', view)).toBe(file);
});
