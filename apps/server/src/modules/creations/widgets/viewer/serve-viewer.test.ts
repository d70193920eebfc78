import { readFile } from 'node:fs/promises';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWidgets } from '../widgets.fixture.ts';

let shop: Awaited<ReturnType<typeof startWidgets>>;
let mia: CustomerId;
beforeAll(async () => {
  shop = await startWidgets();
  mia = await shop.addCustomer();
});
afterAll(() => shop.stop());

async function show(settings: object = {}, book: Parameters<typeof shop.sendBook>[1] = {}) {
  const code = await shop.sendBook(mia, book);
  const { url } = (await shop.save(mia, code, settings)).body;
  const page = async (query = '') => {
    const answer = await shop.open(url + query);
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  return { code, url, page };
}

describe('the page of a widget', () => {
  test('opens without a sign-in and without script, page by page [WID-01]', async () => {
    const { page } = await show();
    const cover = await page();
    expect(cover.status).toBe(200);
    expect(cover.text).toContain('Summer in Kent');
    expect(cover.text).toContain('Front cover');
    const next = /rel="next" href="([^"]+)"/.exec(cover.text)?.[1] ?? '';
    expect(next).toContain('page=1');
    const first = await (await shop.open(shop.address + next.replaceAll('&amp;', '&'))).text();
    expect(first).toContain('Page 1 of 4');
    expect(first).toContain('rel="prev"');
    expect((await page('?page=2')).text).toContain('Pages 2 and 3 of 4');
    expect((await page('?page=3')).text).toContain('This page is not ready yet');
    expect((await page('?page=nowhere')).text).toContain('Front cover');
  });

  test('shows nothing of the account: no id, name, order or product code', async () => {
    const { code, page } = await show();
    const order = await shop.order(mia, code);
    const { text } = await page();
    const customer = await shop.db
      .selectFrom('customers')
      .selectAll()
      .where('user_id', '=', mia)
      .executeTakeFirst();
    for (const word of [mia, code, order, customer?.email ?? '', customer?.name ?? ''])
      expect(text).not.toContain(word);
  });

  test('draws names and titles as text, with any content', async () => {
    const title = '"><script>alert(1)</script> مرحبا';
    const { text } = await (await show({ title })).page();
    expect(text).not.toContain('<script>alert');
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(text).toContain('<h1 dir="auto">');
  });

  test('loads only our own scripts and resources, is not indexed, and may be embedded only by the named sites', async () => {
    const alone = await (await show()).page();
    const policy = alone.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(policy).toContain("frame-ancestors 'self';");
    expect(policy).not.toContain('unsafe');
    expect(alone.headers.get('x-frame-options')).toBeNull();
    expect(alone.headers.get('cache-control')).toBe('no-store');
    expect(alone.headers.get('referrer-policy')).toBe('no-referrer');
    expect(alone.text).toContain('<meta name="robots" content="noindex, nofollow">');
    expect(alone.text).not.toMatch(/ style="|<style|onclick/);
    const sites = ['https://blog.example.org', 'https://b.example:8443'];
    const embedded = await (await show({ sites })).page('?embed');
    expect(embedded.headers.get('content-security-policy')).toContain(
      "frame-ancestors 'self' https://blog.example.org https://b.example:8443;",
    );
    expect(embedded.text).toContain('class="auto embedded"');
    expect(embedded.text).toContain('?embed&amp;page=1');
  });

  test('has a preview for messengers, with a picture that they can fetch', async () => {
    const { url, page } = await show();
    const { text } = await page();
    expect(text).toContain('<meta property="og:title" content="Summer in Kent">');
    expect(text).toContain(`<meta property="og:url" content="${url}">`);
    const image = /og:image" content="([^"]+)"/.exec(text)?.[1] ?? '';
    const picture = await shop.open(image);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  });

  test('has a script of at most 20 kB', async () => {
    const { text } = await (await show()).page();
    const address = /<script src="([^"]+)"/.exec(text)?.[1] ?? '';
    const script = await (await shop.open(shop.address + address.replaceAll('&amp;', '&'))).text();
    expect(script.length).toBeLessThanOrEqual(20_000);
    expect(script).toBe(await readFile(new URL('./viewer-script.js', import.meta.url), 'utf8'));
  });

  test('uses the app’s typeface, which it may load', async () => {
    const { headers, text } = await (await show()).page();
    expect(headers.get('content-security-policy')).toContain("font-src 'self'");
    const [font = '', sheet = ''] = [
      ...text.matchAll(/<link rel="(?:preload|stylesheet)" href="([^"]+)"/g),
    ].map(([, href]) => shop.address + href?.replaceAll('&amp;', '&'));
    const rules = await (await shop.open(sheet)).text();
    expect(new URL(/url\((\S+latin-wght-normal\.woff2)\)/.exec(rules)?.[1] ?? '', sheet).href).toBe(font);
    expect((await shop.open(font)).headers.get('content-type')).toBe('font/woff2');
  });

  test('counts visits, but not each page, nor those of its customer', async () => {
    const { code, page } = await show();
    for (const query of ['', '?embed', '?page=1', '?preview']) await page(query);
    const [widgets] = shop.modules;
    await widgets.close?.();
    expect((await shop.ask(mia, 'GET', `widget/${code}`)).body.visits).toBe(2);
  });
});

describe('the pictures of a widget', () => {
  test('are only those of its visible pages, and are cached for at most 300 seconds', async () => {
    const { url, page } = await show({ firstPlace: 2, lastPlace: 2 });
    const status = async (path: string) => (await shop.open(`${url}/${path}`)).status;
    expect(await status('2/300')).toBe(200);
    for (const path of ['1/300', '3/300', '0/300', '2/301', '2/original', '02/300', '2/300/x'])
      expect([path, await status(path)]).toEqual([path, 404]);
    const { headers } = await shop.open(`${url}/2/1300`);
    expect(headers.get('cache-control')).toBe('private, max-age=300');
    const { text } = await page();
    expect(text).toContain('Page 1 of 4');
    expect(text).not.toMatch(/rel="(next|prev)"/);
  });

  test('are gone at once when it is deleted, including one that has not been fetched', async () => {
    const { code, url } = await show();
    expect((await shop.open(`${url}/1/800`)).status).toBe(200);
    await shop.ask(mia, 'DELETE', `widget/${code}`);
    for (const path of ['/1/800', '/2/800', '']) expect((await shop.open(url + path)).status).toBe(404);
  });

  test('cannot be guessed: other tokens, ids and product codes open nothing', async () => {
    const { code, url } = await show();
    const { widgetId } = (await shop.ask(mia, 'GET', `widget/${code}`)).body;
    const base = url.slice(0, url.lastIndexOf('/'));
    const token = url.slice(base.length + 1);
    expect(token).toMatch(/^[\w-]{32}$/);
    for (const guess of [code, widgetId, token.slice(1), `${token}A`, token.toUpperCase(), '%00', "'"])
      expect([guess, (await shop.open(`${base}/${guess}`)).status]).toEqual([guess, 404]);
    const rows = await shop.connection.pool.query(
      'select w::text from widgets w union all select l::text from widget_links l',
    );
    expect(JSON.stringify(rows.rows)).not.toContain(token);
  });
});
