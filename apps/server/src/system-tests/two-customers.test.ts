import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { PHONE_TUS_PATH } from '@keepsake/contracts/library/phone-transfers';
import { TUS_PATH } from '@keepsake/contracts/library/uploads';
import { buildUrl } from '@keepsake/contracts/platform/build-url';
import { type Access, type Endpoint, IDEMPOTENCY_HEADER } from '@keepsake/contracts/platform/endpoint';
import { type Request, SAMPLE_IDS, type SampleIds, sampleOf } from '@keepsake/contracts/platform/sample';
import { SERVICE_PATHS } from '@keepsake/contracts/platform/services';
import { B2B_CLAIM } from '@keepsake/contracts/platform/start-of-page';
import { PUSH_SOCKET_PATH } from '@keepsake/contracts/push';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKeyring } from '../modules/exchange/event-delivery/index.ts';
import { createObjectStore } from '../platform/objects/storage.ts';
import { type Call, createCall } from '../testing/call-api.ts';
import { newCustomerId } from '../testing/customer-ids.ts';
import { type Mounted, noteRoutes } from '../testing/note-routes.ts';
import { readRowsWithText } from '../testing/rows-with-text.ts';
import { type Installation, startInstallation } from '../testing/start-installation.ts';
import { addAlbum, grantAlbum, type OwnIds, seedAnna } from './two-customers.fixture.ts';
import { OWN_NAME, OWN_SHA256 } from './two-customers.own.fixture.ts';

/**
 * Walks every call of a node with the embedded identity provider, as a second customer with the ids of the first. A call proves
 * something only if the first customer's own call is answered differently or changes her rows: one that does neither fails until
 * `seedAnna` gives her a row there. Identity's `two-sign-ins.test.ts` walks the provider's pages.
 */
type Walked = {
  name: string;
  method: string;
  path: string;
  access: Access;
  sample: (ids: SampleIds & OwnIds) => Request;
  isPaged: boolean;
  isForBusiness?: true;
  budgets?: Endpoint['budgets'];
  idempotencyKey?: Endpoint['idempotencyKey'];
};

let installation: Installation;
let walked: Walked[];
let ask: Call;
let anna: OwnIds;
let mounted: Mounted[];

beforeAll(async () => {
  [installation, mounted] = await noteRoutes(() =>
    startInstallation({ roles: ['web'], identity: 'embedded' }),
  );
  const endpoints = node().routes.map(({ endpoint }) => ({
    ...endpoint,
    path: SERVICE_PATHS[endpoint.service] + endpoint.path,
    sample: (ids: SampleIds) => sampleOf(endpoint, ids),
    isPaged: namesOf(endpoint.query).includes('cursor'),
  }));
  walked = [...endpoints, ...tusRoutes];
  ask = createCall({ address: node().address, tokenFor: installation.tokenFor });
  anna = await seed();
});
afterAll(() => installation.stop());

/** Keys of callbacks are encrypted with a secret of the node. */
async function seed() {
  const seeded = await seedAnna(await stores(), ask);
  const keyring = createKeyring(await node().secrets.read('callback-keys'));
  await db()
    .updateTable('callback_endpoints')
    .set({ keys: keyring.seal(seeded.customerId, []) })
    .where('user_id', '=', seeded.customerId)
    .execute();
  return seeded;
}

const node = () => installation.nodes[0] as Installation['nodes'][number];
const db = () => node().connection.db;
const stores = async () => ({
  db: db(),
  objects: await createObjectStore({ storageUrl: null, dataDir: node().dataDir }),
});

/** Uploads are sent by the tus protocol, which the contract names by its paths. */
const tusCalls = [
  { of: '', path: TUS_PATH, access: 'customer', idName: 'openUploadId' },
  { of: ' of a phone', path: PHONE_TUS_PATH, access: 'phone', idName: 'openTransferredId' },
] as const;
const tusRoutes = tusCalls.flatMap(({ of, path, access, idName }): Walked[] => {
  const files = SERVICE_PATHS.uploads + path;
  const rest = { access, isPaged: false };
  return [
    ...['OPTIONS', 'POST'].map((method) => ({
      ...rest,
      name: `tus ${method}${of}`,
      method,
      path: files,
      sample: () => ({}),
    })),
    ...['HEAD', 'PATCH', 'DELETE'].map((method) => ({
      ...rest,
      name: `tus ${method}${of}`,
      method,
      path: `${files}/{uploadId}`,
      sample: (ids: OwnIds) => ({ params: { uploadId: ids[idName] } }),
    })),
  ];
});

/** Names of the parameters that a query's schema has. */
const namesOf = (query: Endpoint['query']) =>
  query && 'shape' in query ? Object.keys(query.shape as object) : [];

/** Calls with the same answer for both. */
const SAME_FOR_ALL: Record<string, string> = {
  confirmEmailChange: 'it takes the token of a mail, walked in identity’s email-changes.test.ts',
  confirmAccountDeletion: 'it takes the token of a mail, walked in account-deletion.test.ts',
  getClosedAccount: 'hers is open',
  confirmSubscription: 'it takes the token of a mail, walked in the newsletter’s newsletter.test.ts',
  unsubscribeByToken: 'it takes the token of a newsletter, walked there too',
  resendNewsletterLink: 'what is confirmed waits no more, walked there too',
  requestSubscriptionLink: 'anybody asks, and only a job looks who waits',
  undoEmailChange: 'it takes the token of a mail and names no customer',
  'tus OPTIONS': 'what the protocol offers',
  'tus OPTIONS of a phone': 'what the protocol offers',
  getArticleGroups: 'until when to order',
  getCampaign: 'until when to order',
  getGalleryCategories: 'what the operator’s file says',
  declareWithdrawal: 'anybody declares, and only a job looks for the order',
  getAnonymousUploads: 'uploads of nobody’s; those of customers are left out, also for themselves',
};

/** Values that are no ids of anybody's. */
const VALUES = { ...SAMPLE_IDS, contentSha256: OWN_SHA256.toString('hex') };

type Caller = { token: string | null; ids: OwnIds; query?: Record<string, string> };

async function call(one: Walked, { token, ids, query: more = {} }: Caller) {
  const { params, query, body: sent } = one.sample({ ...VALUES, ...ids });
  const tus = { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'upload-length': '9' };
  const answer = await fetch(buildUrl(node().address, one.path, params, { ...query, ...more }), {
    method: one.method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(one.idempotencyKey === 'required' && { [IDEMPOTENCY_HEADER]: randomUUID() }),
      ...(one.name.startsWith('tus')
        ? { ...tus, 'content-type': 'application/offset+octet-stream' }
        : { 'content-type': 'application/json' }),
    },
    body: sent === undefined ? null : JSON.stringify(sent),
  });
  const text = await answer.text();
  const isJson = text !== '' && answer.headers.get('content-type')?.includes('json');
  const { correlationId: _, ...body } = isJson ? JSON.parse(text) : { text };
  return { status: answer.status, body };
}
type Answer = Awaited<ReturnType<typeof call>>;

/** An answer without what differs in every call. */
function lasting({ status, body }: Answer): string {
  return `${status} ${JSON.stringify(body)}`
    .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'an-id')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'an-instant')
    .replace(/"token":"[^"]+"/, '"token":"…"');
}

/** Somebody without any rows: a customer, or a phone with the code of one. */
async function meetNoah({ access, ...one }: Pick<Walked, 'access' | 'isForBusiness'>) {
  const noah = newCustomerId();
  if (access !== 'phone') return { noah, token: await installation.tokenFor(noah, claimsFor(one)) };
  const { body } = await ask<{ token: string }>(noah, 'POST', '/uploads/phone-transfers', {});
  return { noah, token: body.token };
}

const tokenOfAnna = ({ access, ...one }: Walked) =>
  access === 'phone' ? anna.phoneToken : installation.tokenFor(anna.customerId, claimsFor(one));
/** Both are business customers where only those may call. */
const claimsFor = ({ isForBusiness }: Pick<Walked, 'isForBusiness'>) =>
  isForBusiness ? { [B2B_CLAIM]: 'password' } : {};
const rowsOfAnna = () => readRowsWithText(db(), anna.customerId);

/** Mails that wait to be written or sent, and events for other systems. */
async function countSent(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select (select count(*) from outgoing_events)::int
    + (select count(*) from graphile_worker._private_jobs as job
        join graphile_worker._private_tasks as task on task.id = job.task_id
        where task.identifier ~ 'mail')::int as count`.execute(db());
  return rows[0]?.count ?? 0;
}

/** Declarations of withdrawal are never refused; their receipts have limits of their own. */
const isCounted = ({ budgets }: Walked) =>
  budgets !== undefined && (budgets.length === 0 || budgets.some(({ isShared }) => isShared));
const random = (ids: OwnIds) =>
  Object.fromEntries(Object.keys(ids).map((name) => [name, randomUUID()])) as OwnIds;

describe('two customers', () => {
  test('every call of a customer or a phone is refused without a token [API-06]', async () => {
    for (const one of walked.filter(({ access }) => access !== 'public')) {
      expect((await call(one, { token: null, ids: random(anna) })).status, one.name).toBe(401);
    }
  });

  test('no customer is accepted as a service', async () => {
    const services = walked.filter(({ access }) => access === 'service');
    const token = await installation.tokenFor(newCustomerId());
    for (const one of services)
      expect((await call(one, { token, ids: random(anna) })).status, one.name).toBe(401);
  });

  test('learn and change nothing of each other: another’s ids are answered like unknown ones', async () => {
    let before = await rowsOfAnna();
    for (const one of walked.filter(({ access }) => access !== 'service')) {
      const { token } = await meetNoah(one);
      const foreign = await call(one, { token, ids: anna });
      const unknown = await call(one, { token, ids: random(anna) });
      expect(lasting(foreign), one.name).toBe(lasting(unknown));
      const secrets = [...Object.values(anna), OWN_NAME];
      const shows = (answer: Answer) => secrets.some((secret) => JSON.stringify(answer).includes(secret));
      expect(shows(foreign), `${one.name} shows what is another’s`).toBe(false);
      expect(await rowsOfAnna(), one.name).toEqual(before);

      const sentBefore = await countSent();
      const own = await call(one, { token: await tokenOfAnna(one), ids: anna });
      if ((await countSent()) > sentBefore)
        expect(isCounted(one), `${one.name} sends messages: give it a budget of all nodes`).toBe(true);
      const isChanged = !isDeepStrictEqual(await rowsOfAnna(), before);
      const isProved = isChanged || shows(own) || lasting(own) !== lasting(foreign);
      expect(isProved, `${one.name} is the same for both: give Anna a row in seedAnna`).toBe(
        !(one.name in SAME_FOR_ALL),
      );
      if (!isChanged) continue;
      anna = await seed();
      before = await rowsOfAnna();
    }
  }, 240_000);

  test('cannot continue each other’s lists', async () => {
    const { noah, token } = await meetNoah({ access: 'customer', isForBusiness: true });
    // Rows under the same ids, so that only the customer distinguishes the lists.
    await addAlbum(db(), noah, [], { id: anna.albumId });
    await grantAlbum(db(), { ownerId: anna.customerId, viewerId: noah, albumId: anna.sharedAlbumId });
    // Lists below the caller's own id are closed to others by it, and own-activity.test.ts covers their cursors.
    const paged = walked.filter(({ isPaged, path }) => isPaged && !path.includes('{sub}'));
    expect(paged).not.toEqual([]);
    for (const one of paged) {
      const annas = { token: await tokenOfAnna(one), ids: anna };
      const { body } = await call(one, { ...annas, query: { limit: '1' } });
      expect(body.cursor, `${one.name} has no second page: give Anna another row`).toEqual(
        expect.any(String),
      );
      const reached = await call(one, { token, ids: anna });
      expect(reached.status, `${one.name} is closed to Noah: give him a row of the same id`).toBe(200);
      const query = { limit: '1', cursor: body.cursor };
      expect((await call(one, { ...annas, query })).status, one.name).toBe(200);
      expect((await call(one, { token, ids: anna, query })).body.code, one.name).toBe('invalid-cursor');
    }
  });

  test('have no route of customers or their phones that is not walked', () => {
    const names = new Set(walked.map(({ method, path }) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`));
    expect(names.size).toBe(walked.length);
    const theirs = mounted.filter(({ access }) => access === 'customer' || access === 'phone');
    const beside = theirs.filter(({ name }) => !names.has(name) && !names.has(name.replace('HEAD', 'GET')));
    // It opens for everybody, and closes for whoever sends no token.
    const socket = SERVICE_PATHS.push + PUSH_SOCKET_PATH;
    expect(beside.map(({ name }) => name)).toEqual([`GET ${socket}`, `HEAD ${socket}`]);
  });

  test('have no route without a budget, and four that act and need none', () => {
    expect(mounted.filter(({ budget }) => budget === undefined)).toEqual([]);
    const unlimited = mounted.filter(({ budget }) => typeof budget === 'object' && 'unlimited' in budget);
    const acting = unlimited.filter(({ name }) => !/^(GET|HEAD|OPTIONS) /.test(name));
    // Whoever wants no mail, or withdraws, is never refused.
    expect(acting.map(({ name }) => name).toSorted()).toEqual([
      'POST /api/orders/withdrawals',
      'POST /api/orders/withdrawals/me',
      'POST /no-mails/:token',
      'POST /u/:token',
    ]);
  });
});
