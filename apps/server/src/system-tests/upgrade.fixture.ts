import { createHash, randomBytes } from 'node:crypto';
import pino from 'pino';
import { createApp } from '../app.ts';
import { readConfig } from '../config/config.ts';
import { migrateDatabase } from '../platform/database/migrate.ts';
import { createCall } from '../testing/call-api.ts';
import { restoreFolder, type Session } from '../testing/recorded-folder.ts';
import { startShop } from './restore-mode.fixture.ts';

/** Today's server on a recorded data folder. Where the retailer's and the business's own systems were away, there is one now. */
export async function startUpgraded(recording: string) {
  const shop = await startShop();
  const folder = await restoreFolder(recording, async (client) => {
    await client.query('update callback_endpoints set url = $1', [shop.url]);
    // Every periodic job of then was due when the server was killed; what removes those of earlier versions runs every hour.
    await client.query(
      `select graphile_worker.add_job(identifier, '{"_cron": {}}', job_key => identifier)
       from graphile_worker._private_known_crontabs`,
    );
    await client.query(`select graphile_worker.add_job('forget-expired-hourly')`);
  });
  const { work, dataDir, databaseUrl } = folder;
  await migrateDatabase(databaseUrl);
  const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: work.publicUrl,
    DEMO: 'off',
    LOG_LEVEL: 'silent',
    RATE_LIMIT_PER_MINUTE: '100000',
    CALLBACK_LOOPBACK: 'on',
    WEBHOOKS: JSON.stringify({ shop: { url: shop.url, secret, isInternal: true } }),
  });
  const app = await createApp({
    config,
    databaseUrl,
    log: pino({ level: 'silent' }),
    isAlone: true,
    webFolder: null,
  });
  const address = await app.http.listen({ host: '127.0.0.1', port: 0 });
  const tokens = new Map<string, Promise<string>>();
  const tokenOf = (session: Session) =>
    tokens.getOrInsertComputed(session.customerId, () => renewToken(address, work.publicUrl, session));
  const sessions = [work.anna, work.cleo, work.dora, work.studio];
  const tokenFor = (customerId: string) => {
    const session = sessions.find((one) => one.customerId === customerId);
    if (!session) throw new Error('nobody else is signed in');
    return tokenOf(session);
  };
  return {
    work,
    config,
    db: app.connection.db,
    address,
    databaseUrl,
    shop,
    tokenFor,
    call: createCall({ address, tokenFor }),
    async stop() {
      await app.close();
      await shop.stop();
      await folder.remove();
    },
  };
}

export type Upgraded = Awaited<ReturnType<typeof startUpgraded>>;

/** An access token for a browser that is still signed in, as the web app requests it without any page. */
async function renewToken(address: string, publicUrl: string, { cookie }: Session): Promise<string> {
  const verifier = randomBytes(32).toString('base64url');
  const client = { client_id: 'keepsake-web', redirect_uri: `${publicUrl}/silent-renew` };
  const query = new URLSearchParams({
    ...client,
    prompt: 'none',
    response_type: 'code',
    scope: 'openid email profile',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const init = { headers: { cookie }, redirect: 'manual' } as const;
  const answer = await fetch(`${address}/oidc/auth?${query}`, init);
  const back = new URL(answer.headers.get('location') ?? '', publicUrl);
  const code = back.searchParams.get('code');
  if (code === null) throw new Error(`The session has ended: ${answer.status} ${back.href}`);
  const body = new URLSearchParams({
    ...client,
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
  });
  const { access_token: token } = await (
    await fetch(`${address}/oidc/token`, { method: 'POST', body })
  ).json();
  return token;
}
