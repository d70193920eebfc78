import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { receiveMail } from '../modules/account/mailed-links/receive-mail.fixture.ts';
import { CONSENT_VERSION } from '../modules/account/newsletter/consents.ts';
import { beginIssue } from '../modules/account/newsletter/index.ts';
import { createKeys } from '../modules/account/newsletter/keys.ts';
import { CHANNEL, type Drive } from './sharding.calls.fixture.ts';

export async function driveSettings(drive: Drive, anna: CustomerId): Promise<void> {
  await drive.ask(anna, 'changeCustomer', { body: { name: 'Anna Holm' } });
  await drive.ask(anna, 'putCustomer', { body: { mailLocale: 'sv-SE' } });
  await drive.ask(anna, 'changeBusiness', { body: { company: 'Studio Holm', vatId: 'ATU12345675' } });
  const address = {
    name: 'Anna',
    streetName: 'Sea Road',
    postalCode: 'HU1 1AA',
    city: 'Hull',
    country: 'GB',
  };
  const { id: addressId } = await drive.ask(anna, 'addAddress', { body: address });
  await drive.ask(anna, 'addAddress', { body: address });
  await drive.ask(anna, 'changeAddress', { params: { addressId }, body: { ...address, city: 'York' } });
  await drive.ask(anna, 'deleteAddress', { params: { addressId } });
  await drivePaymentMethods(drive, anna);
  await driveCallbacks(drive, anna);
  await drive.ask(anna, 'getOrderLists', { query: { limit: '1' } });
  await driveNewsletter(drive, anna);
}

/** Subscribes by the link of a mail, changes, leaves and subscribes again. */
async function driveNewsletter(drive: Drive, anna: CustomerId): Promise<void> {
  const choice = { topics: ['ideas'], frequency: 'every', locale: 'en-GB', consentVersion: CONSENT_VERSION };
  for (const name of ['subscribeToNewsletter', 'subscribeToNewsletter'])
    await drive.ask(anna, name, { body: choice });
  const { email } = await drive.ask(anna, 'getNewsletter', { query: { locale: 'en-GB' } });
  await drive.client.query(`update newsletter_subscriptions set link_sent_at = now() - interval '1 hour'`);
  await drive.ask(anna, 'resendNewsletterLink', { body: { locale: 'en-GB' } });
  await drive.ask(anna, 'requestSubscriptionLink', { params: { email } });
  await drive.settle();
  const { rows } = await drive.client.query(
    `select text_body from outbox_mails where recipient = $1 and text_body like '%confirmation-token%'`,
    [email],
  );
  const token = /confirmation-token=([\w-]+)/.exec(rows[0]?.text_body)?.[1] ?? '';
  await drive.ask(anna, 'confirmSubscription', { params: { email, token } });
  const contents = { 'sv-SE': { subject: 'Idéer', text: 'Skriv ut dem.' } };
  const issue = { topic: 'ideas', channel: CHANNEL, contents } as const;
  const { connection, journal } = drive.node();
  await beginIssue({ db: connection.db, journal }, issue, { isAgain: false, now: new Date() });
  await drive.settle();
  await drive.ask(anna, 'changeNewsletter', { body: { topics: ['news'], pauseDays: 30, locale: 'en-GB' } });
  await drive.ask(anna, 'unsubscribeFromNewsletter');
  const keys = createKeys(await drive.node().secrets.read('newsletter'));
  await drive.ask(anna, 'unsubscribeByToken', { params: { token: keys.tokenFor(anna) } });
  await drive.ask(anna, 'subscribeToNewsletter', { body: choice });
}

/** Sets an address where nothing listens, for all later events. */
async function driveCallbacks(drive: Drive, anna: CustomerId): Promise<void> {
  const callbacks = { callbackUrl: 'http://localhost:9/', callbackFormat: 'xml' };
  await drive.ask(anna, 'changeCustomer', { body: callbacks, isBusiness: true });
  await drive.ask(anna, 'getCallbackSettings');
  const { key } = await drive.ask(anna, 'makeCallbackKey');
  await drive.ask(anna, 'setTestReceiverKey', { body: { key } });
  const { callbackId } = await drive.ask(anna, 'testCallback');
  await drive.settle();
  const { cursor } = await drive.ask(anna, 'getCallbacks', { query: { limit: '1' } });
  if (cursor) await drive.ask(anna, 'getCallbacks', { query: { limit: '1', cursor } });
  await drive.ask(anna, 'replayCallback', { params: { callbackId } });
  await drive.ask(anna, 'recoverCallbacks', { body: { since: '2026-01-01T00:00:00Z' } });
  const token = (await drive.ask(anna, 'getCallbackSettings')).testReceiverUrl.split('/').at(-1);
  await fetch(`${drive.node().address}/test-receiver/${token}`, { method: 'POST', body: '{}' });
  await drive.ask(anna, 'getCallbackArrivals');
}

async function drivePaymentMethods(drive: Drive, anna: CustomerId): Promise<void> {
  for (const choice of ['good', 'mandate']) {
    const { url } = await drive.ask(anna, 'beginPaymentMethod');
    const sessionId = url.split('session=')[1] ?? '';
    const { returnTo } = await drive.ask(anna, 'answerDemoPayment', {
      params: { sessionId },
      body: { choice },
    });
    const setupId = returnTo.split('setup=')[1] ?? '';
    await drive.ask(anna, 'finishPaymentMethod', { params: { setupId } });
  }
  const { methods } = await drive.ask(anna, 'getPaymentMethods');
  const [first, second] = methods.map(({ id: methodId }) => ({ params: { methodId } }));
  await drive.ask(anna, 'setDefaultPaymentMethod', second);
  await drive.ask(anna, 'deletePaymentMethod', second);
  await drive.ask(anna, 'deletePaymentMethod', first);
}

/** Deletes an account, and its customer comes back. */
export async function driveDeletion(drive: Drive, noah: CustomerId): Promise<void> {
  const params = { type: 'external', sub: noah };
  const body = { channel: CHANNEL };
  await drive.ask(noah, 'getAccountDeletion', { params });
  await drive.ask(noah, 'requestAccountDeletion', { params, body });
  await drive.settle();
  await drive.ask(noah, 'cancelAccountDeletion', { params });
  await drive.ask(noah, 'requestAccountDeletion', { params, body });
  await drive.client.query(`update account_closings set sent_at = sent_at - interval '1 hour'`);
  await drive.ask(noah, 'resendAccountDeletion', { params });
  await drive.settle();
  const { link } = await receiveMail(
    drive.node().connection.db,
    `${noah}@example.com`,
    /delete your account/,
  );
  const token = new URL(link).searchParams.get('confirmation-token') ?? '';
  await drive.ask(noah, 'confirmAccountDeletion', { params: { ...params, token } });
  await drive.ask(noah, 'getClosedAccount', { params });
  await drive.ask(noah, 'keepAccount', { params });
}
