import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { importJWK } from 'jose';
import pino from 'pino';
import { type App, createApp } from '../app.ts';
import { readConfig } from '../config/config.ts';
import type { Clock } from '../platform/clock.ts';
import { createTestDatabase } from '../platform/testing/test-database.ts';
import { createTokenSigner, type TokenFor } from '../platform/testing/test-tokens.ts';
import { startTestIssuer } from './test-issuer.ts';

/** The nodes have separate folders, so they cannot share a key file. */
export const SECRETS_KEY = 'what-wraps-the-secrets-of-all-nodes';

/**
 * Nodes of one installation: a database, folders and any number of roles, the first of them on PORT. Its customers have tokens
 * without signing in.
 */
export async function startInstallation({
  roles = ['all'],
  identity = 'external',
  env = {},
  clock,
  logTo,
  prepareDatabase,
  reachDatabase = async (url) => url,
}: {
  roles?: string[];
  /** Whether a retailer's own identity provider keeps the accounts, or the embedded one. */
  identity?: 'external' | 'embedded';
  env?: NodeJS.ProcessEnv;
  clock?: Clock;
  /** Receives every line that the nodes log. */
  logTo?: (line: string) => void;
  /** Changes the migrated database before a node opens it. */
  prepareDatabase?: (url: string) => Promise<void>;
  /** The address at which the nodes reach the database, such as that of a proxy. */
  reachDatabase?: (url: string) => Promise<string>;
} = {}) {
  const database = await createTestDatabase();
  await prepareDatabase?.(database.url);
  const databaseUrl = await reachDatabase(database.url);
  const issuer = identity === 'external' ? await startTestIssuer() : null;
  const folders: string[] = [];
  async function startNode(role: string, index: number) {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'keepsake-node-'));
    folders.push(dataDir);
    const settings = {
      ROLE: role,
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      SECRETS_KEY,
      ...(issuer ? { OIDC_ISSUER: issuer.issuer } : {}),
    };
    const config = readConfig({ ...settings, RATE_LIMIT_PER_MINUTE: '100000', LOG_LEVEL: 'silent', ...env });
    const log = logTo ? pino({ level: 'trace' }, { write: logTo }) : pino({ level: config.logLevel });
    const app = await createApp({ config, databaseUrl, log, clock, webFolder: null });
    const address = await app.http.listen({
      host: '127.0.0.1',
      port: index === 0 ? Number(env.PORT ?? 0) : 0,
    });
    return { ...app, address, dataDir };
  }
  const nodes = await Promise.all(roles.map(startNode));
  return {
    nodes,
    tokenFor: issuer?.tokenFor ?? (await embeddedTokens(nodes)),
    databaseUrl: database.url,
    async stop() {
      await Promise.all(nodes.map((node) => node.close()));
      await issuer?.stop();
      await database.drop();
      await Promise.all(folders.map((folder) => rm(folder, { recursive: true })));
    },
  };
}

/** Tokens signed with the embedded provider's own key. */
export async function embeddedTokens([node]: readonly Pick<
  App,
  'identity' | 'secrets'
>[]): Promise<TokenFor> {
  if (!node?.identity) throw new Error('No node has the embedded provider');
  const { keys } = JSON.parse(await node.secrets.read('oidc-jwks'));
  const key = await importJWK(keys[0], 'ES256');
  const claims = { identity_type: 'consumer' };
  return createTokenSigner({ issuer: node.identity.issuer, key, kid: keys[0].kid, claims });
}

export type Installation = Awaited<ReturnType<typeof startInstallation>>;
