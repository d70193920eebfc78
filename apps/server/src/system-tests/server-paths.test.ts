import { SERVER_PATHS } from '@keepsake/contracts/platform/server-paths';
import { expect, test } from 'vitest';
import { noteRoutes } from '../testing/note-routes.ts';
import { startInstallation } from '../testing/start-installation.ts';

/** Takes in addresses that cannot be read; no link leads there. */
const INTERNAL = '.unreadable-address';

async function mountedWith(identity: 'embedded' | 'external', env: NodeJS.ProcessEnv): Promise<string[]> {
  const start = () => startInstallation({ roles: ['web'], identity, env });
  const [installation, routes] = await noteRoutes(start);
  await installation.stop();
  return routes.map(({ name }) => name.split(/[ /]/)[2] ?? '').filter((path) => path !== '' && path !== '*');
}

test('password managers are led to the page of the provider that keeps the passwords', async () => {
  const page = 'https://login.example/password';
  for (const [identity, env, expected] of [
    ['embedded', {}, '/settings/security'],
    ['external', { OIDC_ACCOUNT_PAGES: JSON.stringify({ password: page }) }, page],
  ] as const) {
    const installation = await startInstallation({ roles: ['web'], identity, env });
    const { headers } = await fetch(`${installation.nodes[0]?.address}/.well-known/change-password`, {
      redirect: 'manual',
    });
    await installation.stop();
    expect(headers.get('location')).toBe(expected);
  }
});

test('the addresses that the server answers itself are those that are mounted, whatever the settings', async () => {
  const mounted = await Promise.all([
    mountedWith('embedded', { DEMO_SHOP: 'on', OUTBOX: 'on' }),
    mountedWith('external', { OIDC_ACCOUNT_PAGES: '{"password":"https://login.example/password"}' }),
  ]);
  const paths = new Set(mounted.flat().filter((path) => path !== INTERNAL));
  expect([...paths].toSorted()).toEqual(SERVER_PATHS.toSorted());
});
