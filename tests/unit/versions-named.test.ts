import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { versionPlaces } from '../../scripts/release/write-version.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));

it.each(versionPlaces.map(({ file, before }) => [file, before] as const))(
  '%s names the version of the program',
  (file, before) => {
    const text = readFileSync(root + file, 'utf8');
    expect(new RegExp(`${before.source}(\\d+\\.\\d+\\.\\d+)`, before.flags).exec(text)?.[1]).toBe(version);
  },
);

it('the published image has the tag that the chart asks for: the version, without the v of the git tag', () => {
  const workflow = readFileSync(`${root}.github/workflows/release.yaml`, 'utf8');
  expect(workflow).toContain('IMAGE=$REGISTRY/tenantry:${GITHUB_REF_NAME#v}');
  const helpers = readFileSync(`${root}deploy/helm/templates/_helpers.tpl`, 'utf8');
  expect(helpers).toContain('.Values.image.tag | default .Chart.AppVersion');
});
