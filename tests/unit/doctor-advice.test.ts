import { expect, it } from 'vitest';
import { failure, ok } from '#cli/doctor/finding.ts';
import { adviceWithoutDatabase } from '#cli/doctor/machine-checks.ts';

it('sends to a full disk before it sends to PostgreSQL', () => {
  expect(adviceWithoutDatabase(failure('Disk', '0.0 GB free', 'make room'))).toContain('make room first');
  expect(adviceWithoutDatabase(ok('Disk', '40 GB free'))).toContain('see that PostgreSQL runs');
});
