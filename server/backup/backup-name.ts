/** Names of archives: `tenantry-20261127T021300Z.tar`, with `.age` when encrypted. Anything else in the place is not ours. */
const form = /^tenantry-(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z\.tar(\.age)?$/;

export interface StoredBackup {
  name: string;
  takenAt: Date;
  isEncrypted: boolean;
}

export function backupName(takenAt: Date, { isEncrypted }: { isEncrypted: boolean }): string {
  const seconds = takenAt.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  return `tenantry-${seconds}.tar${isEncrypted ? '.age' : ''}`;
}

/** Undefined for the name of anything else. */
export function readBackupName(name: string): StoredBackup | undefined {
  const [, year, month, day, hours, minutes, seconds, age] = form.exec(name) ?? [];
  const takenAt = new Date(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}Z`);
  return Number.isNaN(takenAt.getTime()) ? undefined : { name, takenAt, isEncrypted: age !== undefined };
}

/** Newest first. */
export function backupsAmong(names: readonly string[]): StoredBackup[] {
  return names
    .map(readBackupName)
    .filter((one) => one !== undefined)
    .toSorted((a, b) => b.takenAt.getTime() - a.takenAt.getTime());
}
