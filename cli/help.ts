import type { Command } from './command.ts';

/** Every command with a line about it. */
export function overview(commands: readonly Command[]): string {
  const usages = commands.map((command) => [usageOf(command), command.summary]);
  return [
    'Usage: npm run cli -- COMMAND [OPTIONS]',
    '',
    ...columns(usages),
    '',
    'Each command has --help and --json. It reads the same environment variables as the server.',
    'Exit codes: 0 done, 1 something was found or could not be done, 2 the command was not understood.',
  ].join('\n');
}

export function commandHelp(command: Command): string {
  const { summary, details, options = {} } = command;
  const described = Object.entries(options).map(([name, { value, description }]) => [
    `--${name}${value ? ` ${value}` : ''}`,
    description,
  ]);
  return [
    `Usage: npm run cli -- ${usageOf(command)}${described.length > 0 ? ' [OPTIONS]' : ''}`,
    '',
    summary,
    ...(details ? ['', details] : []),
    '',
    ...columns([...described, ['--json', 'answer as JSON'], ['--help', 'this text']]),
  ].join('\n');
}

function usageOf({ name, arguments: values = [] }: Command): string {
  return [name, ...values].join(' ');
}

/** Pairs as two columns, indented. */
export function columns(pairs: readonly (readonly string[])[]): string[] {
  const width = Math.max(0, ...pairs.map(([first = '']) => first.length));
  return pairs.map(([first = '', second = '']) => `  ${first.padEnd(width)}  ${second}`.trimEnd());
}
