import type { Config } from '../config/config.ts';
import { systemClock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { openObjectStore } from '../platform/objects/removal-gate.ts';
import { type Journal, openJournal } from '../platform/recovery/journal.ts';
import { openSecrets, type Secrets } from '../platform/secrets.ts';
import { StartupError } from '../platform/startup-error.ts';

type Borrowed = { secrets: Secrets; journal: Journal };

/**
 * Lets a command use the journal, and closes the store again. Throws StartupError while the database may be an earlier one: what a
 * command begins then may have been done before.
 */
export async function borrowJournal<Result>(
  config: Config,
  db: Database,
  use: (borrowed: Borrowed) => Promise<Result>,
): Promise<Result> {
  const secrets = await openSecrets(db, config);
  const objects = await openObjectStore(config, db);
  try {
    if (await objects.isInRestoreMode())
      throw new StartupError('the database was restored: run npm run keepsake -- reconcile first.');
    return await use({
      secrets,
      journal: await openJournal({ objects, secrets, machineClock: systemClock }),
    });
  } finally {
    await objects.close();
  }
}
