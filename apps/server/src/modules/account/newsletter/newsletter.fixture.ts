import type { Newsletter } from '@keepsake/contracts/account/newsletter';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sendMailTask, sendSealedMailTask } from '../../../platform/mail.ts';
import { addCustomer } from '../../../testing/customers.ts';
import { startWorld } from '../../../testing/start-world.ts';
import { createMailedLinks } from '../mailed-links/index.ts';
import { receiveMail } from '../mailed-links/receive-mail.fixture.ts';
import { createReturnedMails } from '../returned-mails/index.ts';
import { createNewsletter } from './index.ts';

export const PUBLIC_URL = 'https://photos.example';
const PATH = '/customers/customers/me/newsletter';

/** Token of the service that reports what became of mails. */
export const MAIL_TOKEN = 'the-token-of-a-mailer-0123456789abcdef';
const SHOP_TOKEN = 'the-token-of-a-shop-0123456789abcdef';

type Options = { smtpUrl?: string | null; hasWorker?: boolean };

/** The newsletter as the wing creates it, with its mails in the outbox unless there is a mail server. */
export async function startNewsletter({ smtpUrl = null, hasWorker = true }: Options = {}) {
  /** Addresses whose events fail half way, as after a kill. */
  const interrupted = new Set<string>();
  const world = await startWorld({
    hasWorker,
    serviceTokens: {
      mailer: MAIL_TOKEN,
      shop: { tokens: [SHOP_TOKEN], scopes: ['orders'], channels: null },
    },
    modules: async (parts) => {
      const mail = { smtpUrl, from: 'shop@example.com' };
      const links = await createMailedLinks(parts);
      const { createLink } = links;
      const newsletter = await createNewsletter({ ...parts, publicUrl: PUBLIC_URL, mail, createLink });
      const senders = {
        tasks: [sendMailTask({ ...parts, ...mail }), sendSealedMailTask({ ...parts, ...mail })],
      };
      const returnedMails = createReturnedMails({
        ...parts,
        stopNewsletters: newsletter.stopNewsletters,
        async onMailReturned(_trx, { email }) {
          if (interrupted.has(email)) throw new Error('killed');
        },
      });
      return [newsletter, links, senders, returnedMails] as const;
    },
  });
  const { db, call } = world;
  const emailOf = (customerId: CustomerId) => `${customerId}@example.com`;
  type Answer = { status: number; body: Newsletter & { code?: string } };
  const read = async (customerId: CustomerId): Promise<Newsletter> =>
    ((await call(customerId, 'GET', `${PATH}?locale=en-GB`)) as Answer).body;
  const subscribe = async (customerId: CustomerId, more: object = {}): Promise<Answer> => {
    const { consent } = await read(customerId);
    const choice = { topics: ['ideas', 'offers'], frequency: 'every', locale: 'en-GB' };
    return call(customerId, 'POST', PATH, { ...choice, consentVersion: consent.version, ...more });
  };
  const linkTo = async (email: string) =>
    new URL((await receiveMail(db, email, /confirm|bestätigen|bekräfta/i)).link);
  const gateway = (path: string) =>
    fetch(`${world.address}/api/email-gateway/api/v1${path}`, { method: 'POST' });
  const press = (email: string, token: string) =>
    gateway(`/Profiles/${encodeURIComponent(email)}/subscription/confirm/${token}`);
  return {
    ...world,
    newsletter: world.modules[0],
    interrupted,
    addCustomer: (details: { channel?: string; email?: string } = {}) => addCustomer(db, details),
    emailOf,
    read,
    subscribe,
    resend: (customerId: CustomerId): Promise<Answer> =>
      call(customerId, 'POST', `${PATH}/actions/resend`, { locale: 'en-GB' }),
    change: (customerId: CustomerId, body: object): Promise<Answer> =>
      call(customerId, 'PATCH', PATH, { locale: 'en-GB', ...body }),
    leave: (customerId: CustomerId) => call(customerId, 'DELETE', PATH),
    linkTo,
    tokenTo: async (email: string) => (await linkTo(email)).searchParams.get('confirmation-token') ?? '',
    press,
    gateway,
    /** Subscribes and confirms. */
    async subscribed(
      details: { channel?: string; email?: string } = {},
      more: object = {},
    ): Promise<CustomerId> {
      const customerId = await addCustomer(db, details);
      const email = details.email ?? emailOf(customerId);
      await subscribe(customerId, more);
      const token = (await linkTo(email)).searchParams.get('confirmation-token') ?? '';
      const { status } = await press(email, token);
      if (status !== 204) throw new Error(`The subscription was not confirmed: ${status}`);
      return customerId;
    },
    consentsOf: (customerId: CustomerId) =>
      db
        .selectFrom('newsletter_consents')
        .selectAll()
        .where('user_id', '=', customerId)
        .orderBy('id')
        .execute(),
  };
}
