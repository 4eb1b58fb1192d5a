import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The Chromium for the browser tests: `CHROMIUM_PATH`, the system's, or the one that playwright downloaded. */
export function findChromium(): string | undefined {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH) return existsSync(CHROMIUM_PATH) ? CHROMIUM_PATH : undefined;
  return [...usualPlaces(), ...playwrightCache()].find((file) => existsSync(file));
}

function usualPlaces(): string[] {
  switch (process.platform) {
    case 'darwin':
      return [
        'Chromium.app/Contents/MacOS/Chromium',
        'Google Chrome.app/Contents/MacOS/Google Chrome',
      ].flatMap((app) => [path.join('/Applications', app), path.join(homedir(), 'Applications', app)]);
    case 'win32':
      return ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((variable) => {
        const folder = process.env[variable];
        return folder ? [path.join(folder, 'Google/Chrome/Application/chrome.exe')] : [];
      });
    default:
      return ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].flatMap((name) => [
        path.join('/usr/bin', name),
        path.join('/snap/bin', name),
      ]);
  }
}

/** The newest download first. */
function playwrightCache(): string[] {
  const folder = process.env.PLAYWRIGHT_BROWSERS_PATH ?? path.join(cacheFolder(), 'ms-playwright');
  if (!existsSync(folder)) return [];
  const insides = [
    'chrome-linux/chrome',
    'chrome-linux64/chrome',
    'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
    'chrome-win/chrome.exe',
    'chrome-win64/chrome.exe',
  ];
  return readdirSync(folder)
    .filter((name) => /^chromium-\d+$/.test(name))
    .sort((a, b) => Number(b.slice(9)) - Number(a.slice(9)))
    .flatMap((name) => insides.map((inside) => path.join(folder, name, inside)));
}

function cacheFolder(): string {
  if (process.platform === 'darwin') return path.join(homedir(), 'Library/Caches');
  if (process.platform === 'win32') return process.env.LOCALAPPDATA ?? homedir();
  return process.env.XDG_CACHE_HOME ?? path.join(homedir(), '.cache');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) haveChromium();

/** As a command: installs Chromium if there is none. */
function haveChromium(): void {
  if (findChromium()) return;
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH) return fail(`CHROMIUM_PATH: there is no file "${CHROMIUM_PATH}".`);
  console.log('No Chromium is found for the browser tests: installing one …');
  const isDebianRoot = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (isDebianRoot) installFromDebian();
  if (!findChromium()) run(process.execPath, [playwright, 'install', 'chromium']);
  if (!findChromium())
    fail('Chromium could not be installed: install one and set CHROMIUM_PATH to its program.');
}

const playwright = fileURLToPath(new URL('../node_modules/playwright-core/cli.js', import.meta.url));

function installFromDebian(): void {
  const isUpdated = run('apt-get', ['update', '-qq']);
  if (isUpdated) run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium']);
}

/** Quiet unless it fails. */
function run(command: string, parameters: string[]): boolean {
  const { status, stdout, stderr } = spawnSync(command, parameters, {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (status === 0) return true;
  console.error(`${command} ${parameters.join(' ')} failed:\n${stdout ?? ''}${stderr ?? ''}`);
  return false;
}

function fail(line: string): void {
  console.error(line);
  process.exitCode = 1;
}
