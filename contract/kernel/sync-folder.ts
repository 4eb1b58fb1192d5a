import { open } from 'node:fs/promises';

/**
 * Makes a new name in a folder survive a power failure, after which the folder may have the old names otherwise. The
 * one file here that needs Node: the platform and the cabinets' host share it, and no page imports it.
 */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return; // has no such call for folders
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
