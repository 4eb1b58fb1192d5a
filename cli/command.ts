import type { Logger } from 'pino';
import type { Clock } from '#server/kernel/clock.ts';
import type { Config } from '#server/kernel/config.ts';
import type { Installation, OpenOptions } from './installation.ts';

/** One command for operators: a file each, listed in `commands.ts`. */
export interface Command {
  /** As typed: `billing run`. */
  name: string;
  /** What it does, in one line. */
  summary: string;
  /** More for `--help`: what it reads and writes, what the exit code means. */
  details?: string;
  /** Values that follow the name, all required: `['FILE']`. */
  arguments?: readonly string[];
  /** An option that replaces the arguments: `all` for `--all`. */
  insteadOfArguments?: string;
  /** Besides `--help` and `--json`, which every command has. */
  options?: Readonly<Record<string, CommandOption>>;
  run(context: CommandContext): Promise<Report>;
}

export interface CommandOption {
  type: 'string' | 'boolean';
  /** In one line. */
  description: string;
  /** The value's name in the help: `--name NAME`. */
  value?: string;
}

export interface CommandContext {
  /** The values of `arguments`, in order and complete. */
  args: readonly string[];
  options: Readonly<Record<string, string | boolean | undefined>>;
  clock: Clock;
  /** Warnings and errors, to the standard error. */
  log: Logger;
  environment: Readonly<Record<string, string | undefined>>;
  /** Read when first needed, so that help works without it. Throws `StartupError`. */
  config(): Config;
  /** The platform on its database; closed when the command is done. */
  open(options?: OpenOptions): Promise<Installation>;
  /** A line of the answer before its end, to the standard output. */
  print(line: string): void;
  /** A line that replaces the one before; only on a terminal. */
  progress(text: string): void;
}

export interface Report {
  /** False when something was found or could not be done: exit code 1. */
  ok: boolean;
  /** For people. */
  lines: readonly string[];
  /** For programs, with `--json`; times are ISO 8601, amounts minor units. */
  data: Record<string, unknown>;
}

/** The command was typed wrongly: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
