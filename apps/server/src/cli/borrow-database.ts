import { existsSync } from 'node:fs';
import path from 'node:path';
import { pino } from 'pino';
import type { Config } from '../config.ts';
import { findRunningPostgres, startEmbeddedPostgres } from '../platform/database/embedded-postgres.ts';
import { StartupError } from '../platform/startup-error.ts';

/**
 * The database of the settings, for a command that runs once: a server elsewhere, the one of a Keepsake that runs, or
 * one started for the command.
 */
export async function borrowDatabase(
  config: Pick<Config, 'database' | 'dataDir'>,
): Promise<{ url: string; giveBack(): Promise<void> }> {
  const running = config.database.url ?? (await findRunningPostgres(config.dataDir));
  if (running) return { url: running, giveBack: async () => undefined };
  if (!existsSync(path.join(config.dataDir, 'postgres'))) {
    throw new StartupError(`there is no library in ${config.dataDir}: name its folder with DATA_DIR.`);
  }
  const log = pino({ level: 'warn' });
  const { url, stop } = await startEmbeddedPostgres({ dataDir: config.dataDir, log });
  return { url, giveBack: stop };
}
