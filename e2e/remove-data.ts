import { rm } from 'node:fs/promises';

/** Deletes the journeys' data folder once their server has stopped. */
export default async function removeData(): Promise<void> {
  const folder = process.env.E2E_DATA_DIR;
  if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 });
}
