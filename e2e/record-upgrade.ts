import path from 'node:path';
import { recordFolder } from '../apps/server/src/testing/recorded-folder.ts';
import { checkOut } from './checkout.ts';
import { createOwnServer } from './own-server.ts';
import { SHOP_TOKEN } from './shop-token.ts';
import { leaveWork, startWork } from './unfinished-work.ts';

/**
 * `npm run record-upgrade -- v0.1.0`: installs a released version in a folder of its own, has customers leave work unfinished,
 * kills it, and writes down its data folder, from which `upgrade.test.ts` goes on with the version of today.
 */
const root = path.resolve(import.meta.dirname, '..');
const [version] = process.argv.slice(2);
if (version === undefined) {
  console.error('Say which version: npm run record-upgrade -- v0.1.0');
  process.exit(2);
}

const checkout = await checkOut(version);
try {
  await record(path.join(root, 'apps/server/src/system-tests/upgrades', version));
} finally {
  await checkout.remove();
}

async function record(target: string): Promise<void> {
  const webhook = {
    url: 'http://127.0.0.1:9/events',
    secret: `whsec_${Buffer.alloc(32, 1).toString('base64')}`,
  };
  const server = await createOwnServer(
    {
      DEMO: 'off',
      TRUST_PROXY: 'loopback',
      RATE_LIMIT_PER_MINUTE: '100000',
      CALLBACK_LOOPBACK: 'on',
      SERVICE_TOKENS: JSON.stringify({ shop: { token: SHOP_TOKEN, scopes: ['orders', 'events'] } }),
      WEBHOOKS: JSON.stringify({ shop: { ...webhook, isInternal: true } }),
    },
    checkout.folder,
  );
  try {
    await server.start();
    const started = await startWork(server.url, (email) => server.run('business', 'convert', email));
    await server.kill('SIGTERM');
    await server.start({ ROLE: 'web' });
    const work = await leaveWork(started);
    await server.kill('SIGKILL');
    const recordedAt = new Date().toISOString();
    const migrations = path.join(checkout.folder, 'apps/server/src/migrations');
    const recorded = { dataDir: server.dataDir, migrations, work: { recordedAt, ...work } };
    // It outlives the server.
    await recordFolder(target, recorded).finally(server.killDatabase);
  } finally {
    await server.remove();
  }
}
