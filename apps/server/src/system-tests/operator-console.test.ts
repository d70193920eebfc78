import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { receiveMail } from '../modules/account/mailed-links/receive-mail.fixture.ts';
import { type Browser, openBrowser, type Page } from '../modules/account/sign-in/browser.fixture.ts';
import { PASSWORD } from '../modules/account/sign-in/identity.fixture.ts';
import { offerEntry } from '../modules/creations/gallery/offered-entry.fixture.ts';
import { createObjectStore } from '../platform/objects/storage.ts';
import { asCustomerId } from '../testing/customer-ids.ts';
import { startOperators, takeFirstStep } from './operators.fixture.ts';

let shop: Awaited<ReturnType<typeof startOperators>>;
beforeAll(async () => {
  shop = await startOperators();
});
afterAll(() => shop.installation.stop());

describe('the console', () => {
  async function offer(title: string) {
    const id = randomUUID();
    const email = `${id}@example.com`;
    const account = await shop.node().identity?.createAccount({
      email,
      name: 'Mia',
      password: PASSWORD,
      channel: 'pennyfern',
      locale: 'en-GB',
      identityType: 'consumer',
    });
    const customerId = asCustomerId(account?.id ?? '');
    const objects = await createObjectStore({ storageUrl: null, dataDir: shop.node().dataDir });
    const entry = await offerEntry({ db: shop.db(), objects }, { customerId, title, now: shop.now() });
    return { ...entry, email };
  }
  const approve = (browser: Browser, id: string, version: string) =>
    browser.post(`/operator/gallery/${id}/approve`, { version });
  const versionOn = ({ text }: Page, id: string) =>
    new RegExp(`${id}/approve"><input type="hidden" name="version" value="([^"]+)"`).exec(text)?.[1] ?? '';
  const entryOf = (id: string) =>
    shop.db().selectFrom('gallery_entries').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

  test('shows submissions, and publishes one in the operator’s name, once', async () => {
    const { id } = await offer('A week in <Kent>');
    const { browser, email } = await shop.enrol();
    const page = await browser.open('/operator');
    expect(page.text).toContain('A week in &lt;Kent&gt;');
    const version = versionOn(page, id);
    expect((await approve(browser, id, version)).text).toContain('is now public');
    expect(await entryOf(id)).toMatchObject({ state: 'shown', decided_by: `Ola Berg <${email}>` });
    expect((await approve(browser, id, version)).text).toContain('already been decided');
    expect(shop.events().filter((event) => event === 'operator-action')).toHaveLength(
      shop.lines.filter(({ event, command }) => event === 'operator-action' && typeof command === 'string')
        .length,
    );
  });

  test('publishes only what was on the page, and pictures under addresses of their own', async () => {
    const { id, pictureId } = await offer('Kent before');
    const { browser } = await shop.enrol();
    const page = await browser.open('/operator');
    expect(page.text).toContain(`/operator/gallery/${id}/pictures/${pictureId}/300`);
    expect((await browser.open(`/operator/gallery/${id}/pictures/${pictureId}/300`)).text).toBe(
      'the picture at 300',
    );
    await shop
      .db()
      .updateTable('gallery_entries')
      .set({ title: 'Kent after' })
      .where('id', '=', id)
      .execute();
    const replaced = { id: randomUUID() };
    await shop.db().updateTable('online_product_files').set(replaced).where('id', '=', pictureId).execute();
    expect((await browser.open(`/operator/gallery/${id}/pictures/${pictureId}/300`)).status).toBe(404);
    for (const version of [versionOn(page, id), '', 'x'])
      expect((await approve(browser, id, version)).text).toContain('has changed since you opened');
    expect(await entryOf(id)).toMatchObject({ state: 'offered', decided_by: null });
    const repeated = versionOn(await browser.open('/operator'), id);
    expect((await approve(browser, id, repeated)).text).toContain('is now public');
  });

  test('takes an entry down with a reason, which its customer reads, and dismisses reports', async () => {
    const { id, email } = await offer('Beach');
    await shop
      .db()
      .insertInto('gallery_reports')
      .values({ id: randomUUID(), entry_id: id, kind: 'person', note: 'That is me', reported_at: shop.now() })
      .execute();
    const { browser } = await shop.enrol();
    const { text } = await browser.open('/operator');
    expect(text).toContain('That is me');
    const [, reports = ''] = /name="reports" value="([^"]*)"/.exec(text.slice(text.indexOf('Beach'))) ?? [];
    await shop
      .db()
      .insertInto('gallery_reports')
      .values({ id: randomUUID(), entry_id: id, kind: 'rights', note: 'Mine', reported_at: shop.now() })
      .execute();
    const dismissed = await browser.post(`/operator/gallery/${id}/dismiss`, { reports });
    expect(dismissed.text).toContain('reports have been dismissed');
    expect(dismissed.text).toContain('Mine');
    expect(dismissed.text).not.toContain('That is me');
    const address = `/operator/gallery/${id}/take-down`;
    expect((await browser.post(address, { reason: ' ' })).text).toContain('Enter a reason first');
    expect(await entryOf(id)).toMatchObject({ state: 'offered' });
    expect((await browser.post(address, { reason: 'It shows a person.' })).text).toContain('taken down');
    expect(await entryOf(id)).toMatchObject({ state: 'taken-down', reason: 'It shows a person.' });
    const { text_body } = await receiveMail(shop.db(), email, /./);
    expect(text_body).toContain('It shows a person.');
  });

  test('is for operators only', async () => {
    const { id } = await offer('Alps');
    for (const rest of ['approve', 'take-down', 'dismiss']) {
      const page = await openBrowser(shop.publicUrl).post(`/operator/gallery/${id}/${rest}`, {
        reason: 'No.',
      });
      expect(page.url).toContain('/operator/sign-in');
    }
    const pending = openBrowser(shop.publicUrl);
    await takeFirstStep(pending, await shop.invite());
    await pending.post(`/operator/gallery/${id}/approve`, {});
    expect(await entryOf(id)).toMatchObject({ state: 'offered', decided_by: null });
    const { browser } = await shop.enrol();
    expect((await browser.post('/operator/gallery/nothing/approve', {})).status).toBe(404);
    expect((await browser.open(`/operator/gallery/${id}/pictures/${randomUUID()}/300`)).status).toBe(404);
  });
});
