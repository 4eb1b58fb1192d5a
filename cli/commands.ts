import { adminCreate } from './admin-create.ts';
import { auditVerify } from './audit-verify.ts';
import { backup } from './backup/backup.ts';
import { backupFetch } from './backup/backup-fetch.ts';
import { backupList } from './backup/backup-list.ts';
import { backupRun } from './backup/backup-run.ts';
import { backupVerify } from './backup/backup-verify.ts';
import { billingRun } from './billing-run.ts';
import { cabinetRetry } from './cabinets/cabinet-retry.ts';
import { cabinetRotateSecret } from './cabinets/cabinet-rotate-secret.ts';
import { cabinetUpgrade } from './cabinets/cabinet-upgrade.ts';
import { hostsDrain, hostsUndrain } from './cabinets/hosts-drain.ts';
import { hostsList } from './cabinets/hosts-list.ts';
import { hostsMove } from './cabinets/hosts-move.ts';
import { hostsRestore } from './cabinets/hosts-restore.ts';
import { cabinetCheck } from './conformance/cabinet-check.ts';
import { cabinetCheckProvisioner } from './conformance/cabinet-check-provisioner.ts';
import type { Command } from './command.ts';
import { emailsResend } from './emails-resend.ts';
import { eventsListen } from './events-listen.ts';
import { doctor } from './doctor/doctor.ts';
import { erasures } from './backup/erasures.ts';
import { erasuresRepeat } from './backup/erasures-repeat.ts';
import { keyRotate } from './key-rotate.ts';
import { migrateCommand } from './migrate.ts';
import { ledgerCheck } from './ledger-check.ts';
import { paymentsCheck } from './doctor/payments-check.ts';
import { restore } from './backup/restore.ts';

/** Every command, in the order in which the help lists them. */
export const commands: readonly Command[] = [
  doctor,
  migrateCommand,
  adminCreate,
  billingRun,
  ledgerCheck,
  auditVerify,
  paymentsCheck,
  cabinetRetry,
  cabinetRotateSecret,
  cabinetUpgrade,
  hostsList,
  hostsDrain,
  hostsUndrain,
  hostsMove,
  hostsRestore,
  emailsResend,
  // Before `backup`, whose words they begin with.
  backupRun,
  backupList,
  backupFetch,
  backupVerify,
  backup,
  restore,
  // Before `erasures`, whose word it begins with.
  erasuresRepeat,
  erasures,
  keyRotate,
  eventsListen,
  cabinetCheck,
  cabinetCheckProvisioner,
];
