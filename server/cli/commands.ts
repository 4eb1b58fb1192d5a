import { billingRun } from './billing-run.ts';
import type { Command } from './command.ts';
import { ledgerCheck } from './ledger-check.ts';

/** Every command, in the order in which the help lists them. */
export const commands: readonly Command[] = [billingRun, ledgerCheck];
