// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { customer, fakeSession } from '#/app/screens.fixture.tsx';
import { useShopUrl } from './channel-links.tsx';
import { type Settings, SettingsContext } from './configuration.tsx';
import { customerQuery } from './customer-query.ts';
import { SessionContext } from './session.ts';

/** The shop's address for a customer with this status. */
function shopUrlFor(productsUrl: string, editorUrl: string | null, b2bStatus: 'Blocked' | null) {
  const settings = { configuration: { editorUrl }, channel: { productsUrl } } as unknown as Settings;
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(customerQuery.queryKey, { ...customer, b2bStatus });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <SettingsContext value={settings}>
      <SessionContext value={fakeSession('signed-in')}>
        <QueryClientProvider client={client}>{children}</QueryClientProvider>
      </SessionContext>
    </SettingsContext>
  );
  return renderHook(useShopUrl, { wrapper }).result.current;
}

test.each([
  ['https://shop.example/products', null, 'https://shop.example/products'],
  ['https://shop.example/products', '/demo-shop', 'https://shop.example/products'],
  ['/help/products', 'https://editor.example/', 'https://editor.example/'],
  ['/help/products', '/demo-shop', '/demo-shop'],
  ['/help/products', null, null],
])('with products at %s and an editor at %s orders are placed at %s', (productsUrl, editorUrl, url) => {
  expect(shopUrlFor(productsUrl, editorUrl, null)).toBe(url);
});

test('a customer who is blocked can order nowhere', () => {
  expect(shopUrlFor('https://shop.example/products', '/demo-shop', 'Blocked')).toBeNull();
});
