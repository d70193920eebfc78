import { SERVICE_SCOPES } from '@keepsake/contracts/platform/endpoint';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDatabaseProxy } from '../platform/testing/fault-proxy.ts';
import { newCustomerId } from '../testing/customer-ids.ts';
import { doorsOf, type Knocked, knock } from '../testing/knock.ts';
import { type Mounted, noteRoutes } from '../testing/note-routes.ts';
import { type Installation, startInstallation } from '../testing/start-installation.ts';

/** Every call and page of a running node, while nothing reaches its database and again when it is back. */
const SHOP_TOKEN = 'the-token-of-the-shop-0123456789abcdef';

let installation: Installation;
let mounted: Mounted[];
let proxy: Awaited<ReturnType<typeof startDatabaseProxy>>;
const node = () => installation.nodes[0] as Installation['nodes'][number];

beforeAll(async () => {
  [installation, mounted] = await noteRoutes(() =>
    startInstallation({
      identity: 'embedded',
      env: {
        DEMO_SHOP: 'on',
        SERVICE_TOKENS: JSON.stringify({ shop: { token: SHOP_TOKEN, scopes: SERVICE_SCOPES } }),
      },
      async reachDatabase(url) {
        proxy = await startDatabaseProxy(url);
        return proxy.url;
      },
    }),
  );
});
afterAll(async () => {
  await installation.stop();
  proxy.stop();
});

test('no door fails while the database is away: it says that it is, and when to come back', async () => {
  const customer = await installation.tokenFor(newCustomerId());
  const answers: Knocked[] = [];
  const away = proxy.fail({ fault: 'cut' });
  proxy.cut();
  for (const door of doorsOf(mounted))
    for (const token of [customer, SHOP_TOKEN]) answers.push(await knock(node(), door, token));
  away.heal();
  const failed = answers.filter(({ status }) => status >= 500);
  const wrong = failed.filter(({ status, headers, door }) => {
    const isReadiness = door.endsWith('/health/ready');
    return status !== 503 || (!isReadiness && !headers.has('retry-after'));
  });
  expect(wrong.map(({ door, status }) => `${door} ${status}`)).toEqual([]);
  const areas = new Set(failed.map(({ door }) => door.split(/[ /]/)[2]));
  expect([...areas]).toEqual(expect.arrayContaining(['api', 'gallery', 'identity', 'oidc', 'operator']));
  const unprotected = answers.filter(({ headers }) => !headers.has('content-security-policy'));
  expect(unprotected.map(({ door }) => door)).toEqual([]);
  await expect.poll(async () => (await knock(node(), 'GET /health/ready', customer)).status).toBe(200);
}, 120_000);
