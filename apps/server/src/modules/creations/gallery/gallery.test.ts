import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { GalleryEntry } from '@keepsake/contracts/creations/gallery';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { ProblemBody } from '@keepsake/contracts/platform/problem';
import { XMLValidator } from 'fast-xml-parser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PUBLIC_URL, startWidgets } from '../widgets/widgets.fixture.ts';
import { parseDemoGallery, parseGallery } from './gallery-file.ts';
import {
  checkGallery,
  createGallery,
  createGalleryConsole,
  decide,
  dismissReports,
  listForOperator,
} from './index.ts';

const FILE = {
  channels: [
    {
      id: 'pennyfern',
      categories: [
        { name: 'travel', title: 'Travel & more' },
        { name: 'family', title: 'Family' },
      ],
    },
  ],
};

let shop: Awaited<ReturnType<typeof startWidgets>>;
let folder: string;
let mia: CustomerId;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'keepsake-gallery-'));
  const file = path.join(folder, 'gallery.json');
  await writeFile(file, JSON.stringify(FILE));
  shop = await startWidgets({
    more: async (parts) => [await createGallery({ ...parts, publicUrl: PUBLIC_URL, file })],
  });
  mia = await shop.addCustomer();
});
afterAll(async () => {
  await shop.stop();
  await rm(folder, { recursive: true });
});

type Body = GalleryEntry & Required<ProblemBody> & { items: { name: string; title: string }[] };
const ask = (
  customerId: CustomerId,
  method: string,
  path: string,
  body?: object,
  headers?: Record<string, string>,
) => shop.call<Body>(customerId, method, `/gallery/v1/${path}`, body, headers);

async function makeWidget(customerId = mia) {
  const code = await shop.sendBook(customerId);
  const { widgetId, url } = (await shop.save(customerId, code)).body;
  return { code, widgetId, url };
}
const offer = (widgetId: string, more: object = {}, headers: Record<string, string> = {}) =>
  ask(
    mia,
    'POST',
    'galleryentries/',
    { widgetId, channel: 'pennyfern', category: 'travel', title: 'Kent', ...more },
    headers,
  );
const one = (widgetId: string) => `galleryentries/${widgetId}?channel=pennyfern`;
const idOf = async (widgetId: string) => {
  const rows = await shop.db
    .selectFrom('gallery_entries')
    .select('id')
    .where('widget_id', '=', widgetId)
    .execute();
  return rows[0]?.id ?? '';
};
/** An entry as its operator sees it now. */
async function findListed(id: string) {
  const entry = (await listForOperator(shop.db, {})).find((each) => each.id === id);
  if (!entry) throw new Error(`There is no entry ${id}`);
  return entry;
}
const approve = async (id: string) =>
  decideOn(id, { state: 'shown', version: (await findListed(id)).version ?? '' });
const decideOn = (id: string, decision: Parameters<typeof decide>[2]) =>
  decide({ db: shop.db, clock: () => shop.clock.now, publicUrl: PUBLIC_URL }, id, decision, 'ola');
async function show(more: object = {}) {
  const widget = await makeWidget();
  await offer(widget.widgetId, more);
  const id = await idOf(widget.widgetId);
  expect(await approve(id)).toBe('done');
  const { url } = (await ask(mia, 'GET', one(widget.widgetId))).body;
  return { ...widget, id, entryUrl: url ?? '' };
}
const gallery = async (query = '') => (await shop.open(`${PUBLIC_URL}/gallery/pennyfern${query}`)).text();

describe('an entry', () => {
  test('is in one of the categories of its channel [WID-17]', async () => {
    expect((await ask(mia, 'GET', 'categories?channel=pennyfern')).body).toEqual({
      items: FILE.channels[0]?.categories,
    });
    expect((await ask(mia, 'GET', 'categories?channel=kiekhof')).body).toEqual({ items: [] });
    const { widgetId } = await makeWidget();
    expect((await offer(widgetId, { category: 'nothing' })).status).toBe(400);
    expect((await offer(widgetId, { channel: 'kiekhof' })).status).toBe(400);
  });

  test('is seen by operators with its pages before anybody else sees it [WID-14]', async () => {
    const { widgetId } = await makeWidget();
    await offer(widgetId);
    const id = await idOf(widgetId);
    const desk = createGalleryConsole({ ...shop, clock: () => shop.clock.now, publicUrl: PUBLIC_URL });
    const entries = await desk.list('offered', 'en-GB');
    expect(entries.find((each) => each.id === id)).toMatchObject({
      title: 'Kent',
      pictures: [{ place: 1 }, { place: 2 }, { place: 3 }],
      reports: [],
    });
    await shop.db.deleteFrom('gallery_entries').where('id', '=', id).execute();
  });

  test('is submitted once per press and widget, and waits for the operator [WID-02, WID-05, WID-13, WID-14]', async () => {
    const { widgetId, code } = await makeWidget();
    const press = { 'idempotency-key': widgetId };
    const first = await offer(widgetId, {}, press);
    expect(first).toMatchObject({
      status: 200,
      body: { widgetId, state: 'offered', url: null, title: 'Kent' },
    });
    expect(await offer(widgetId, {}, press)).toEqual(first);
    expect(await offer(widgetId)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect((await ask(mia, 'GET', one(widgetId))).body).toEqual(first.body);
    expect((await shop.ask(mia, 'GET', `widget/${code}`)).body.entry).toEqual(first.body);
    expect(await gallery()).not.toContain(await idOf(widgetId));
    expect((await shop.open(`${PUBLIC_URL}/gallery/pennyfern/entries/${await idOf(widgetId)}`)).status).toBe(
      404,
    );
  });

  test('that is changed is reviewed again, and stays if unchanged [WID-15]', async () => {
    const { widgetId, entryUrl } = await show({ title: 'Before' });
    const same = { category: 'travel', title: ' Before\u202e ' };
    expect((await ask(mia, 'PUT', one(widgetId), same)).body.state).toBe('shown');
    const changed = await ask(mia, 'PUT', one(widgetId), { ...same, title: 'After', text: 'Two\nlines' });
    expect(changed.body).toMatchObject({ state: 'offered', title: 'After', text: 'Two\nlines', url: null });
    expect((await shop.open(entryUrl)).status).toBe(404);
    expect((await ask(mia, 'PUT', one(widgetId), { ...same, title: ' ' })).status).toBe(400);
  });

  test('that is deleted, twice, is visible to nobody, and its widget stays [WID-16]', async () => {
    const { widgetId, entryUrl, url } = await show();
    for (const _press of [1, 2]) expect((await ask(mia, 'DELETE', one(widgetId))).status).toBe(204);
    expect((await ask(mia, 'GET', one(widgetId))).status).toBe(404);
    for (const address of [entryUrl, `${entryUrl}/1/800`])
      expect((await shop.open(address)).status).toBe(404);
    expect((await shop.open(url)).status).toBe(200);
  });

  test('is found by search engines as long as it is shown', async () => {
    const { id, entryUrl } = await show();
    const sitemap = async () => (await shop.open(`${PUBLIC_URL}/sitemap.xml`)).text();
    expect(XMLValidator.validate(await sitemap())).toBe(true);
    for (const address of [
      entryUrl,
      `${PUBLIC_URL}/gallery/pennyfern`,
      `${PUBLIC_URL}/gallery/pennyfern/travel`,
    ])
      expect(await sitemap()).toContain(`<loc>${address}</loc>`);
    await decideOn(id, { state: 'taken-down', reason: 'It shows others.' });
    expect(await sitemap()).not.toContain(id);
    expect(await (await shop.open(`${PUBLIC_URL}/robots.txt`)).text()).toContain(
      `Sitemap: ${PUBLIC_URL}/sitemap.xml`,
    );
  });

  test('belongs to its customer', async () => {
    const { widgetId } = await show();
    const noah = await shop.addCustomer();
    expect((await ask(noah, 'GET', one(widgetId))).status).toBe(404);
    expect((await ask(noah, 'PUT', one(widgetId), { category: 'travel', title: 'x' })).status).toBe(404);
    await ask(noah, 'DELETE', one(widgetId));
    const body = { widgetId, channel: 'pennyfern', category: 'travel', title: 'x' };
    expect((await ask(noah, 'POST', 'galleryentries', body)).status).toBe(404);
    expect((await ask(mia, 'GET', one(widgetId))).body.state).toBe('shown');
  });

  test('that is taken down tells its customer why, once, on the page and by mail, and may be submitted again', async () => {
    const { widgetId, id, entryUrl } = await show();
    const reason = 'It shows somebody who does not want it.';
    for (const expected of ['done', 'decided'])
      expect(await decideOn(id, { state: 'taken-down', reason })).toBe(expected);
    for (const address of [entryUrl, `${entryUrl}/1/800`])
      expect((await shop.open(address)).status).toBe(404);
    expect((await ask(mia, 'GET', one(widgetId))).body).toMatchObject({ state: 'taken-down', reason });
    const { rows } = await shop.connection.pool.query(
      `select payload::text as mail from graphile_worker._private_jobs as jobs join graphile_worker._private_tasks as tasks
       on tasks.id = jobs.task_id where identifier = 'send-mail'`,
    );
    const mails = rows.filter(({ mail }) => mail.includes(reason));
    expect(mails).toHaveLength(1);
    const repeated = await ask(mia, 'PUT', one(widgetId), { category: 'family', title: 'Kent' });
    expect(repeated.body).toMatchObject({ state: 'offered', reason: null });
  });
});

describe('the public gallery', () => {
  test('shows approved entries, by category, to everybody and to search engines [WID-02]', async () => {
    const title = '<b>Kent</b> مرحبا';
    const { id, code } = await show({ title, category: 'family', text: '"Wild" <script>' });
    const page = await gallery('/family');
    expect(page).toContain('&lt;b&gt;Kent&lt;/b&gt; مرحبا');
    expect(page).toContain(`/gallery/pennyfern/entries/${id}`);
    expect(page).toContain(`<link rel="canonical" href="${PUBLIC_URL}/gallery/pennyfern/family">`);
    expect(page).toContain('Travel &amp; more');
    expect(page).not.toContain('noindex');
    expect(page).not.toMatch(/<b>Kent|"name":"<b/);
    expect(await gallery('/travel')).not.toContain(id);
    const entry = await shop.open(`${PUBLIC_URL}/gallery/pennyfern/entries/${id}`);
    const text = await entry.text();
    expect(entry.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(text).toContain('&quot;Wild&quot; &lt;script&gt;');
    for (const word of [mia, code]) expect(text).not.toContain(word);
    for (const path of ['/nothing', '?page=0', '?page=x', '/entries/none', '/entries'])
      expect((await shop.open(`${PUBLIC_URL}/gallery/pennyfern${path}`)).status).toBe(404);
    expect((await shop.open(`${PUBLIC_URL}/gallery/kiekhof`)).status).toBe(404);
    expect((await shop.open(`${PUBLIC_URL}/gallery/pennyfern?page=99`)).url).toMatch(/\/gallery\/pennyfern$/);
  });

  test('hides entries whose widget cannot be opened', async () => {
    const [deleted, blocked] = [await show(), await show()];
    await shop.ask(mia, 'DELETE', `widget/${deleted.code}`);
    await shop.report(await shop.order(mia, blocked.code), 'blocked', shop.clock.now);
    const page = await gallery();
    for (const { id, entryUrl } of [deleted, blocked]) {
      expect(page).not.toContain(id);
      for (const address of [entryUrl, `${entryUrl}/1/800`])
        expect((await shop.open(address)).status).toBe(404);
    }
  });

  test('accepts visitors’ reports, up to a limit per network, for the operator to see', async () => {
    const { id, entryUrl } = await show();
    const report = (fields: Record<string, string>) =>
      shop.open(`${entryUrl}/report`, {
        method: 'POST',
        body: new URLSearchParams(fields),
        redirect: 'manual',
      });
    expect((await report({ kind: 'nonsense' })).status).toBe(400);
    const first = await report({ kind: 'rights', note: 'My picture\u202e <b>' });
    expect([first.status, first.headers.get('location')]).toEqual([303, expect.stringMatching(/reported$/)]);
    const statuses = [];
    for (let nth = 0; nth < 6; nth++) statuses.push((await report({ kind: 'other' })).status);
    expect(statuses.at(-1)).toBe(429);
    const [listed] = (await listForOperator(shop.db, { isReported: true })).filter(
      (entry) => entry.id === id,
    );
    expect(listed?.reports[0]).toMatchObject({ kind: 'rights', note: 'My picture <b>' });
    const [unseen, ...seen] = listed?.reports.map((each) => each.id) ?? [];
    expect(await dismissReports(shop.db, id, seen)).toBe(seen.length);
    expect((await findListed(id)).reports).toMatchObject([{ id: unseen }]);
    expect(await dismissReports(shop.db, id, [unseen ?? ''])).toBe(1);
    expect(await listForOperator(shop.db, { isReported: true })).toEqual([]);
  });
});

describe('what was not seen', () => {
  const widened = (code: string) => shop.save(mia, code, { firstPlace: 1, lastPlace: null });
  const CHANGES: [string, (entry: { widgetId: string; code: string }) => Promise<unknown>][] = [
    ['a wider range of pages', ({ code }) => widened(code)],
    [
      'another title',
      ({ widgetId }) => ask(mia, 'PUT', one(widgetId), { category: 'travel', title: 'Other' }),
    ],
    [
      'another text',
      ({ widgetId }) => ask(mia, 'PUT', one(widgetId), { category: 'travel', title: 'Kent', text: 'Buy!' }),
    ],
    ['another picture of a page', ({ code }) => shop.sendPicture(mia, code, { place: 1, isOther: true })],
    ['a picture that was missing', ({ code }) => shop.sendPicture(mia, code, { place: 2 })],
    ['pages of another kind', ({ code }) => shop.sendPages(mia, code, ['front-cover', 'back-cover'])],
  ];
  async function offerNarrow() {
    const code = await shop.sendBook(mia, { pictures: [1, 3] });
    const { widgetId } = (await shop.save(mia, code, { firstPlace: 1, lastPlace: 2 })).body;
    await offer(widgetId);
    return { code, widgetId, id: await idOf(widgetId) };
  }

  test.each(CHANGES)('is not published by a decision made before: %s', async (_what, change) => {
    const entry = await offerNarrow();
    const { version } = await findListed(entry.id);
    expect(version).toMatch(/^[0-9a-f]{64}$/);
    await change(entry);
    expect((await findListed(entry.id)).version).not.toBe(version);
    expect(await decideOn(entry.id, { state: 'shown', version: version ?? '' })).toBe('changed');
    expect(await gallery()).not.toContain(entry.id);
    expect(await approve(entry.id)).toBe('done');
    expect(await gallery()).toContain(entry.id);
  });

  test.each(CHANGES)('ends the publication until it is approved: %s', async (_what, change) => {
    const entry = await offerNarrow();
    await approve(entry.id);
    const { url } = (await ask(mia, 'GET', one(entry.widgetId))).body;
    expect((await shop.open(`${url}/1/800`)).status).toBe(200);
    await change(entry);
    expect((await ask(mia, 'GET', one(entry.widgetId))).body).toMatchObject({ state: 'offered', url: null });
    for (const address of [url ?? '', `${url}/1/800`, `${url}/3/800`])
      expect((await shop.open(address)).status).toBe(404);
    expect(await gallery()).not.toContain(entry.id);
  });

  test('is not shown even if nothing noticed the change', async () => {
    const { id, code, entryUrl } = await show();
    await shop.db.updateTable('widgets').set({ first_place: 2 }).where('code', '=', code).execute();
    expect((await findListed(id)).state).toBe('shown');
    expect((await shop.open(entryUrl)).status).toBe(404);
    expect((await shop.open(`${entryUrl}/2/800`)).status).toBe(404);
    expect(await gallery()).not.toContain(id);
  });

  test('is nothing: an approval needs something to be seen', async () => {
    const code = await shop.sendBook(mia, { pictures: [] });
    const { widgetId } = (await shop.save(mia, code)).body;
    await offer(widgetId);
    const id = await idOf(widgetId);
    expect((await findListed(id)).version).toBeNull();
    expect(await approve(id)).toBe('changed');
  });

  test('may be taken down all the same, and settings that show the same change nothing', async () => {
    const { id, code, widgetId } = await show();
    await shop.save(mia, code, { colours: 'dark' });
    expect((await findListed(id)).state).toBe('shown');
    await ask(mia, 'PUT', one(widgetId), { category: 'travel', title: 'Swapped' });
    expect(await decideOn(id, { state: 'taken-down', reason: 'It shows others.' })).toBe('done');
  });
});

describe('the operator’s file', () => {
  test.each([
    [
      'an unknown channel',
      { channels: [{ id: 'x', categories: [{ name: 'a', title: 'A' }] }] },
      'not one of the channels',
    ],
    [
      'a category twice',
      {
        channels: [
          {
            id: 'pennyfern',
            categories: [
              { name: 'a', title: 'A' },
              { name: 'a', title: 'B' },
            ],
          },
        ],
      },
      'there twice',
    ],
    ['no categories', { channels: [{ id: 'pennyfern', categories: [] }] }, 'channels[0].categories'],
    [
      'a category that is called entries',
      { channels: [{ id: 'pennyfern', categories: [{ name: 'entries', title: 'A' }] }] },
      'is not a name',
    ],
  ])('is refused with %s', (_what, file, fault) => {
    expect(checkGallery(JSON.stringify(file)).faults?.join()).toContain(fault);
  });

  test.each([parseGallery, parseDemoGallery])(
    'has faults instead of a crash if it is damaged: %o',
    (parse) => {
      expect(parse('{"channels":').faults).toEqual([expect.stringMatching(/^The file is not valid JSON: /)]);
      expect(parse('{"channels":[null]}').faults).toEqual([expect.stringMatching(/^channels\[0\]: /)]);
    },
  );

  test('is valid as above', () => {
    expect(checkGallery(JSON.stringify(FILE)).value).toEqual(['1 channels, 2 categories.']);
  });
});
