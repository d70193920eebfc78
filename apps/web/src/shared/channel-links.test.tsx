// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useShopUrl } from './channel-links.tsx';
import { type Settings, SettingsContext } from './configuration.tsx';

test.each([
  ['https://shop.example/products', null, 'https://shop.example/products'],
  ['https://shop.example/products', '/demo-shop', 'https://shop.example/products'],
  ['/help/products', 'https://editor.example/', 'https://editor.example/'],
  ['/help/products', '/demo-shop', '/demo-shop'],
  ['/help/products', null, null],
])('with products at %s and an editor at %s orders are placed at %s', (productsUrl, editorUrl, url) => {
  const settings = { configuration: { editorUrl }, channel: { productsUrl } } as unknown as Settings;
  const { result } = renderHook(useShopUrl, {
    wrapper: ({ children }) => <SettingsContext value={settings}>{children}</SettingsContext>,
  });
  expect(result.current).toBe(url);
});
