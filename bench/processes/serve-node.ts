import path from 'node:path';
import fastifyStatic from '@fastify/static';
import Fastify from 'fastify';
import pino from 'pino';
import { createApp } from '../../apps/server/src/app.ts';
import { readConfig } from '../../apps/server/src/config/config.ts';
import { createExternalProvider } from '../../apps/server/src/modules/account/external-provider/index.ts';
import { systemClock } from '../../apps/server/src/platform/clock.ts';
import { createTokenVerifier } from '../../apps/server/src/platform/tokens/verify-tokens.ts';
import { mountBaselines } from './baselines.ts';

/** The platform as a process of its own, with the baselines of the benches in it, and static files beside it. */
const config = readConfig(process.env);
const clocks = { clock: systemClock, machineClock: systemClock };
const log = pino({ level: config.logLevel });
const app = await createApp({
  config,
  databaseUrl: config.database.url ?? '',
  log,
  webFolder: process.env.WEB_FOLDER ?? null,
});
const { provider } = createExternalProvider({ ...config, db: app.connection.db, log, ...clocks });
if (provider) {
  const { verify } = createTokenVerifier({
    issuer: provider.issuer,
    audiences: config.oidc.audiences,
    keys: provider.keys,
    clock: systemClock,
  });
  mountBaselines(app.http, { pool: app.connection.pool, verifyToken: verify });
}
// For browser benches, which sign in at the embedded provider.
if (process.env.ACCOUNT) await app.identity?.createAccount(JSON.parse(process.env.ACCOUNT));
const address = await app.http.listen({ host: '127.0.0.1', port: config.port });

const bare = Fastify();
await bare.register(fastifyStatic, { root: path.join(config.dataDir, 'objects') });
const bareAddress = await bare.listen({ host: '127.0.0.1', port: 0 });

process.send?.({ address, bareAddress });
process.once('SIGTERM', async () => {
  await bare.close();
  await app.close();
  process.exit();
});
