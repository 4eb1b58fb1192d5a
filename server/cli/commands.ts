import { adminCreate } from './admin-create.ts';
import { backup } from './backup.ts';
import { billingRun } from './billing-run.ts';
import { cabinetRetry } from './cabinet-retry.ts';
import { cabinetCheck } from './cabinet-check.ts';
import { cabinetCheckProvisioner } from './cabinet-check-provisioner.ts';
import type { Command } from './command.ts';
import { doctor } from './doctor/doctor.ts';
import { ledgerCheck } from './ledger-check.ts';
import { restore } from './restore.ts';

/** Every command, in the order in which the help lists them. */
export const commands: readonly Command[] = [
  doctor,
  adminCreate,
  billingRun,
  ledgerCheck,
  cabinetRetry,
  backup,
  restore,
  cabinetCheck,
  cabinetCheckProvisioner,
];
