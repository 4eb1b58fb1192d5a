import type { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import type { Clock } from '#server/kernel/clock.ts';
import { type Config, readConfig } from '#server/kernel/config.ts';
import { translate } from '#server/kernel/messages.ts';
import { AppError } from '#server/kernel/app-error.ts';
import { StartupError } from '#server/kernel/startup-error.ts';
import { type Command, type CommandContext, type Report, UsageError } from './command.ts';
import { commands } from './commands.ts';
import { commandHelp, overview } from './help.ts';
import { type Installation, openInstallation } from './installation.ts';
import { createProgress } from './progress.ts';

export interface CliDeps {
  environment: Readonly<Record<string, string | undefined>>;
  clock: Clock;
  stdout: Writable;
  stderr: Writable & { isTTY?: boolean };
}

/** 0: done, nothing found. 1: something was found, or could not be done. 2: typed wrongly. */
export type ExitCode = 0 | 1 | 2;

/** Runs one command line: answers go to `stdout`, everything else to `stderr`. */
export async function runCli(words: readonly string[], deps: CliDeps): Promise<ExitCode> {
  const { stdout, stderr } = deps;
  const command = commands.find(({ name }) => startsWith(words, name));
  if (!command) {
    const isAsking = words.length === 0 || words[0] === 'help' || words[0] === '--help' || words[0] === '-h';
    const unknown = isAsking ? '' : `There is no command "${words.join(' ')}".\n\n`;
    (isAsking ? stdout : stderr).write(`${unknown}${overview(commands)}\n`);
    return isAsking ? 0 : 2;
  }
  const isJson = words.includes('--json');
  try {
    const parsed = parse(command, words.slice(command.name.split(' ').length));
    if (parsed.values.help) {
      stdout.write(`${commandHelp(command)}\n`);
      return 0;
    }
    return print(await run(command, parsed, deps), isJson, stdout);
  } catch (error) {
    if (error instanceof UsageError) {
      stderr.write(`${error.message}\n\n${commandHelp(command)}\n`);
      return 2;
    }
    const message = sayingOf(error);
    if (message === undefined) throw error;
    if (!isJson) stderr.write(`${message}\n`);
    return isJson ? print({ ok: false, lines: [], data: { error: message } }, true, stdout) : 1;
  }
}

function startsWith(words: readonly string[], name: string): boolean {
  return name.split(' ').every((word, index) => words[index] === word);
}

type Parsed = ReturnType<typeof parse>;

function parse(command: Command, words: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        ...Object.fromEntries(
          Object.entries(command.options ?? {}).map(([name, { type }]) => [name, { type }]),
        ),
        help: { type: 'boolean', short: 'h' },
        json: { type: 'boolean' },
      },
    });
    const { arguments: all = [], insteadOfArguments: other } = command;
    const wanted = other !== undefined && Object.hasOwn(values, other) ? [] : all;
    if (!values.help && positionals.length !== wanted.length) {
      const needed = wanted.length === 0 ? 'no arguments' : wanted.join(' ');
      const beside = wanted === all ? '' : ` beside --${other}`;
      throw new UsageError(`"${command.name}" takes ${needed}${beside}.`);
    }
    // An empty value is an unset variable; as a path it would mean the current folder.
    const empty = positionals.indexOf('');
    if (empty >= 0) throw new UsageError(`${wanted[empty]} is empty.`);
    return { values, positionals };
  } catch (error) {
    // The first sentence of parseArgs says what is wrong; the error has its own code.
    if (error instanceof TypeError && 'code' in error) {
      throw new UsageError(`${error.message.split('. ', 1)[0]}.`);
    }
    throw error;
  }
}

async function run(command: Command, { values, positionals }: Parsed, deps: CliDeps): Promise<Report> {
  const { environment, clock, stdout, stderr } = deps;
  const log = pino({ level: 'warn' }, pino.destination({ fd: 2, sync: true }));
  const progress = createProgress(stderr);
  const opened: Installation[] = [];
  let config: Config | undefined;
  const context: CommandContext = {
    args: positionals,
    options: values,
    clock,
    log,
    environment,
    config: () => (config ??= readConfig(environment)),
    async open(options) {
      progress.clear();
      const installation = await openInstallation(
        { config: context.config(), clock, log, print: (line) => stderr.write(`${line}\n`) },
        options,
      );
      opened.push(installation);
      return installation;
    },
    print: (line) => void stdout.write(`${line}\n`),
    progress: progress.show,
  };
  try {
    return await command.run(context);
  } finally {
    progress.clear();
    for (const installation of opened.reverse()) await installation.close();
  }
}

function print({ ok, lines, data }: Report, isJson: boolean, stdout: Writable): ExitCode {
  const text = isJson ? JSON.stringify({ ok, ...data }, null, 2) : lines.join('\n');
  if (text !== '') stdout.write(`${text}\n`);
  return ok ? 0 : 1;
}

/** The message of an error that the operator can fix; undefined for unexpected ones. */
function sayingOf(error: unknown): string | undefined {
  if (error instanceof StartupError) return error.message;
  if (!(error instanceof AppError)) return undefined;
  const fields = Object.values(error.details.fields ?? {}).flat();
  const [{ key, params } = { key: `errors.${error.code}`, params: {} }] = fields;
  return translate('en', key, params);
}
