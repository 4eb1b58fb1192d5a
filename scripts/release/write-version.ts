import { readFileSync, writeFileSync } from 'node:fs';

/** Every place that names the version, with what stands before it there. */
export const versionPlaces: readonly { file: string; before: RegExp }[] = [
  { file: 'package.json', before: /^ {2}"version": "/m },
  { file: 'package-lock.json', before: /^ {2}"version": "/m },
  { file: 'package-lock.json', before: /^ {6}"name": "tenantry",\n {6}"version": "/m },
  { file: 'deploy/helm/Chart.yaml', before: /^version: /m },
  { file: 'deploy/helm/Chart.yaml', before: /^appVersion: /m },
];

export function writeVersion(version: string): void {
  for (const { file, before } of versionPlaces) {
    const text = readFileSync(file, 'utf8');
    const place = new RegExp(`(${before.source})\\d+\\.\\d+\\.\\d+`, before.flags);
    if (!place.test(text)) throw new Error(`${file} names no version`);
    writeFileSync(file, text.replace(place, `$1${version}`));
  }
}
