import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { createApp } from '../app.ts';
import { readConfig } from '../config.ts';
import type { Clock } from '../platform/clock.ts';
import { createTestDatabase } from '../platform/testing/test-database.ts';
import { startTestIssuer } from './test-issuer.ts';

/** Nodes of one installation with a retailer's own identity provider: a database, a store and as many roles as asked. */
export async function startInstallation({
  roles = ['all'],
  env = {},
  clock,
  logTo,
  prepareDatabase,
}: {
  roles?: string[];
  env?: NodeJS.ProcessEnv;
  clock?: Clock;
  /** Takes every line that the nodes log. */
  logTo?: (line: string) => void;
  /** Changes the migrated database before a node opens it. */
  prepareDatabase?: (url: string) => Promise<void>;
} = {}) {
  const database = await createTestDatabase();
  await prepareDatabase?.(database.url);
  const issuer = await startTestIssuer();
  const folders: string[] = [];
  async function startNode(role: string) {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'keepsake-node-'));
    folders.push(dataDir);
    const settings = {
      ROLE: role,
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      OIDC_ISSUER: issuer.issuer,
    };
    const config = readConfig({ ...settings, RATE_LIMIT_PER_MINUTE: '100000', LOG_LEVEL: 'silent', ...env });
    const log = logTo ? pino({ level: 'trace' }, { write: logTo }) : pino({ level: config.logLevel });
    const app = await createApp({ config, databaseUrl: database.url, log, clock, webFolder: null });
    const address = await app.http.listen({ host: '127.0.0.1', port: 0 });
    return { ...app, address };
  }
  const nodes = await Promise.all(roles.map(startNode));
  return {
    nodes,
    tokenFor: issuer.tokenFor,
    databaseUrl: database.url,
    async stop() {
      await Promise.all(nodes.map((node) => node.close()));
      await issuer.stop();
      await database.drop();
      await Promise.all(folders.map((folder) => rm(folder, { recursive: true })));
    },
  };
}

export type Installation = Awaited<ReturnType<typeof startInstallation>>;
