import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { connectApi } from '#/shared/api/call.ts';
import { widgetQuery } from './queries.ts';

afterEach(() => void vi.unstubAllGlobals());

function ask(status: number) {
  connectApi({
    services: { widgets: '/x' },
    accessToken: async () => 't',
    renewAccess: async () => false,
  });
  vi.stubGlobal('fetch', async () => new Response('{}', { status }));
  return new QueryClient().fetchQuery({ ...widgetQuery('BOOK-1'), retry: false });
}

test('a 401 gives null, like a product without a widget [WID-07]', async () => {
  expect(await ask(401)).toBeNull();
  expect(await ask(404)).toBeNull();
});

test('any other failure is thrown', async () => {
  await expect(ask(503)).rejects.toMatchObject({ status: 503 });
});
