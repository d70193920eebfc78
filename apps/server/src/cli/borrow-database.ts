import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { type Logger, pino } from 'pino';
import type { Config } from '../config/config.ts';
import { systemClock } from '../platform/clock.ts';
import { type Database, openDatabase } from '../platform/database/database.ts';
import { findRunningPostgres, startEmbeddedPostgres } from '../platform/database/embedded-postgres.ts';
import { type FromReplica, openReplica } from '../platform/database/replica.ts';
import { readLatestBeat } from '../platform/jobs/heartbeat.ts';
import { queueCommandRecord } from '../platform/security-log.ts';
import { StartupError } from '../platform/startup-error.ts';

/** Where and when a command is run. */
export type Place = { env: NodeJS.ProcessEnv; now: Date; folder: string };

type Settings = Pick<Config, 'dataDir'> & {
  database: Pick<Config['database'], 'url'> & Partial<Config['database']>;
};

type Borrowed = {
  url: string;
  /** The database itself, where a pooler stands in front of `url`. */
  directUrl: string;
  db: Database;
  fromReplica: FromReplica;
};

/** Has the command recorded, lets it use the configured database, and closes everything opened for it. */
export async function borrowDatabase<Result>(
  settings: Settings,
  use: (database: Borrowed) => Promise<Result>,
): Promise<Result> {
  const log = pino({ level: 'warn' });
  const { url, stop } = await findDatabase(settings, log);
  const { directUrl = null, replicaUrl = null } = settings.database;
  const { db, close } = openDatabase({ url, directUrl, maxConnections: 2, log });
  const replica = openReplica({
    url: replicaUrl,
    isPooled: directUrl !== null,
    primary: db,
    readLatestBeat,
    clock: systemClock,
    log,
  });
  try {
    await queueCommandRecord(db, commandLine());
    return await use({ url, directUrl: directUrl ?? url, db, fromReplica: replica.fromReplica });
  } finally {
    await replica.close();
    await close();
    await stop();
  }
}

/** The command without values, which may name customers and files. */
function commandLine() {
  const [command = '', ...rest] = process.argv.slice(2);
  const options = rest.flatMap((word) => /^--[^=]+/.exec(word) ?? []);
  return { command, options, operator: userInfo().username, at: systemClock().toISOString() };
}

/** A server elsewhere, the embedded one of a running Keepsake, or one started for this command. */
async function findDatabase({ database, dataDir }: Settings, log: Logger) {
  const url = database.url ?? (await findRunningPostgres(dataDir));
  if (url) return { url, stop: async () => undefined };
  if (!existsSync(path.join(dataDir, 'postgres'))) {
    throw new StartupError(`there is no library in ${dataDir}. Set DATA_DIR to its folder.`);
  }
  return await startEmbeddedPostgres({ dataDir, log, holder: 'command' });
}
