import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWidgets } from '../widgets.fixture.ts';

let shop: Awaited<ReturnType<typeof startWidgets>>;
beforeAll(async () => {
  shop = await startWidgets({ cachedMs: 600_000 });
});
afterAll(() => shop.stop());

test('a drawn page is served again, counted, and dropped when its widget changes or ends [WID-01]', async () => {
  const mia = await shop.addCustomer();
  const code = await shop.sendBook(mia);
  const { url } = (await shop.save(mia, code, { title: 'First' })).body;
  const open = async () => {
    const answer = await shop.open(url);
    return { status: answer.status, text: await answer.text() };
  };
  const first = await open();
  // Unlike customers' changes, this notifies nobody.
  await shop.db.updateTable('widgets').set({ title: 'Unseen' }).where('code', '=', code).execute();
  expect(await open()).toEqual(first);
  for (const title of ['Unseen', 'Seen']) {
    await shop.db.updateTable('widgets').set({ title }).where('code', '=', code).execute();
    expect(await (await shop.open(`${url}?preview`)).text()).toContain(title);
  }
  await shop.save(mia, code, { title: 'Second' });
  await expect.poll(async () => (await open()).text).toContain('Second');
  await shop.ask(mia, 'DELETE', `widget/${code}`);
  await expect.poll(async () => (await open()).status).toBe(404);
});
