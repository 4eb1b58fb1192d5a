import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Debian's package, and the program of it: Chromium without its own window. */
const shell = 'chromium-headless-shell';

/**
 * The Chromium for the browser tests: `CHROMIUM_PATH`, the system's, or the one that playwright downloaded. The one
 * without a window comes first, because it takes a fifth less of the processor (docs/decisions/0280).
 */
export function findChromium(): string | undefined {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH) return existsSync(CHROMIUM_PATH) ? CHROMIUM_PATH : undefined;
  const shells = [path.join('/usr/bin', shell), ...playwrightCache('chromium_headless_shell')];
  return [...shells, ...usualPlaces(), ...playwrightCache('chromium')].find((file) => existsSync(file));
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
function playwrightCache(browser: 'chromium' | 'chromium_headless_shell'): string[] {
  const folder = process.env.PLAYWRIGHT_BROWSERS_PATH ?? path.join(cacheFolder(), 'ms-playwright');
  if (!existsSync(folder)) return [];
  const insides = [
    ...['linux64', 'mac-arm64', 'mac-x64'].map((on) => `chrome-headless-shell-${on}/chrome-headless-shell`),
    'chrome-headless-shell-win64/chrome-headless-shell.exe',
    'chrome-linux/headless_shell',
    'chrome-linux/chrome',
    'chrome-linux64/chrome',
    'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
    'chrome-win/chrome.exe',
    'chrome-win64/chrome.exe',
  ];
  return readdirSync(folder)
    .filter((name) => name.startsWith(`${browser}-`))
    .sort((a, b) => Number(b.slice(browser.length + 1)) - Number(a.slice(browser.length + 1)))
    .flatMap((name) => insides.map((inside) => path.join(folder, name, inside)));
}

function cacheFolder(): string {
  if (process.platform === 'darwin') return path.join(homedir(), 'Library/Caches');
  if (process.platform === 'win32') return process.env.LOCALAPPDATA ?? homedir();
  return process.env.XDG_CACHE_HOME ?? path.join(homedir(), '.cache');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) haveChromium();

/**
 * As a command: installs Chromium if there is none. As root on Debian it also installs the one without a window beside
 * another; where that can't be had, the other one will do.
 */
function haveChromium(): void {
  const { CHROMIUM_PATH } = process.env;
  const found = findChromium();
  if (CHROMIUM_PATH) {
    if (!found) fail(`CHROMIUM_PATH: there is no file "${CHROMIUM_PATH}".`);
    return;
  }
  if (!found) console.log('No Chromium is found for the browser tests: installing one …');
  const isDebianRoot = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  const complaints = isDebianRoot && !found?.includes('shell') ? installFromDebian() : [];
  if (!findChromium())
    complaints.push(...run(process.execPath, [playwright, 'install', '--only-shell', 'chromium']));
  if (findChromium()) return;
  for (const complaint of complaints) console.error(complaint);
  fail('Chromium could not be installed: install one and set CHROMIUM_PATH to its program.');
}

const playwright = fileURLToPath(new URL('../node_modules/playwright-core/cli.js', import.meta.url));

/** What went wrong. Without a network, nothing waits for long. */
function installFromDebian(): string[] {
  const briefly = ['-qq', '-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=10'];
  const install = ['install', '--yes', '--no-install-recommends', ...briefly];
  const complaints = run('apt-get', ['update', ...briefly]);
  if (complaints.length === 0) complaints.push(...run('apt-get', [...install, shell]));
  // Ubuntu has no such package.
  if (!findChromium()) complaints.push(...run('apt-get', [...install, 'chromium']));
  return complaints;
}

/** Nothing where it succeeds, else one text with all that it said. */
function run(command: string, parameters: string[]): string[] {
  const { status, stdout, stderr } = spawnSync(command, parameters, {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return status === 0 ? [] : [`${command} ${parameters.join(' ')} failed:\n${stdout ?? ''}${stderr ?? ''}`];
}

function fail(line: string): void {
  console.error(line);
  process.exitCode = 1;
}
