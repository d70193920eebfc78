import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { openDatabase } from '../platform/database/database.ts';
import { createTestDatabase } from '../platform/testing/test-database.ts';
import { SECRETS_KEY } from './start-installation.ts';

type Started = { address: string; issuer: string; keys: string };

/**
 * A node in a separate process that tests kill and restart. It is alone on its database, as with `npm start`, so it takes up at
 * once what the killed one left; the database keeps running, because its own restart is tested elsewhere.
 */
export async function createKillableNode(env: NodeJS.ProcessEnv) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'keepsake-kills-'));
  const database = await createTestDatabase();
  const connection = openDatabase({
    url: database.url,
    maxConnections: 2,
    log: pino({ level: 'silent' }),
  });
  let child: ChildProcess | null = null;
  async function end(signal: NodeJS.Signals): Promise<void> {
    if (child && (child.exitCode ?? child.signalCode) !== null) throw new Error('The node ended by itself');
    const ended = child && once(child, 'exit');
    child?.kill(signal);
    await ended;
    child = null;
  }
  return {
    dataDir,
    databaseUrl: database.url,
    db: connection.db,
    /** Starts the node; returns what it reports once it listens. */
    async start(): Promise<Started> {
      const { PATH, NODE_COMPILE_CACHE } = process.env;
      const settings = { DATA_DIR: dataDir, DATABASE_URL: database.url, SECRETS_KEY, IS_ALONE: 'yes' };
      child = fork(path.join(import.meta.dirname, 'node-process.fixture.ts'), {
        env: { PATH, NODE_COMPILE_CACHE, LOG_LEVEL: 'fatal', ...settings, ...env },
        execArgv: [],
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      });
      const [started] = await once(child, 'message');
      return started;
    },
    kill: () => end('SIGKILL'),
    async remove(): Promise<void> {
      await end('SIGTERM');
      await connection.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export type KillableNode = Awaited<ReturnType<typeof createKillableNode>>;
