import { createRouter } from '@tanstack/react-router';
import { describe, expect, test } from 'vitest';
import { menuOf, sectionOf } from '#/features/frame/shell/menu.ts';
import { routeTree } from '../routeTree.gen.ts';

const routes = Object.values(createRouter({ routeTree }).routesById);
const menu = menuOf(routes);
const entries = menu.flatMap((group) => group.entries);

describe('the menu that the routes make', () => {
  test('has the entries of the specification, and the pages beside them, top to bottom [SHL-03, SHL-04, SHL-05, SHL-06, SHL-07, SHL-08, SHL-09, SHL-10, SHL-11, SHL-12, SHL-13]', () => {
    expect(menu.map(({ key, entries: own }) => [key, own.map(({ to }) => to)])).toEqual([
      ['start', ['/']],
      ['orders', ['/orders', '/vouchers', '/invoices', '/integration']],
      ['photos', ['/my-photos', '/saved-projects', '/online-products', '/widgets', '/downloads']],
      ['account', ['/settings/b2b', '/settings', '/help/$topic', '/logout']],
    ]);
  });

  test('gives no two entries that a customer sees together the same place', () => {
    for (const audience of ['business', 'consumers']) {
      const seen = routes
        .flatMap(({ options }) => options.staticData?.menu ?? [])
        .filter((place) => (place.audience ?? audience) === audience)
        .map(({ group, rank }) => `${group} ${rank}`);
      expect(seen.toSorted(), audience).toEqual([...new Set(seen)].toSorted());
    }
  });

  test('has three short names, for which a phone’s bar has room', () => {
    const named = entries.filter(({ thumbLabel }) => thumbLabel !== undefined);
    expect(named.map(({ to }) => to)).toEqual(['/', '/orders', '/my-photos']);
  });
});

/** Pages with the menu that no entry leads to: one of the footer alone, and addresses of no page. */
const OF_NO_ENTRY = new Set(['/cookies', '/$']);
const CONSUMERS_ONLY = /^\/widgets(\/|$)/;
const BUSINESS_ONLY = /^\/(invoices|integration|settings\/b2b)(\/|$)/;

const pages = routes
  .filter(({ id, children }) => id.startsWith('/_shell/') && !children)
  .map(({ fullPath, options: { staticData } }) => ({
    path: fullPath.replace(/(?<=.)\/$/, ''),
    section: staticData?.section ?? sectionOf(fullPath),
  }))
  .filter(({ path }) => !OF_NO_ENTRY.has(path));

describe('every page with the menu marks the one entry that it belongs under', () => {
  test.each([
    ['consumers', pages.filter(({ path }) => !BUSINESS_ONLY.test(path))],
    ['business', pages.filter(({ path }) => !CONSUMERS_ONLY.test(path))],
  ])('for %s [SHL-01]', (audience, own) => {
    const seen = entries.filter((entry) => (entry.audience ?? audience) === audience);
    const marked = own.map(({ path, section }) => [
      path,
      seen.flatMap(({ to = '.' }) => (sectionOf(to) === section ? [to] : [])),
    ]);
    expect(marked.filter(([, found]) => found?.length !== 1)).toEqual([]);
    expect(Object.fromEntries(marked)).toMatchObject({
      '/': ['/'],
      '/withdrawal': ['/orders'],
      '/orders/$orderCode/reorder': ['/orders'],
      '/my-photos/order-prints': ['/my-photos'],
      '/settings/security': [audience === 'business' ? '/settings/b2b' : '/settings'],
    });
  });
});
