import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { PostalAddress } from '@keepsake/contracts/account/postal-address';
import type { OrderList } from '@keepsake/contracts/business/order-lists';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { addBusinessCustomer } from '../../../testing/customers.ts';
import { startWorld } from '../../../testing/start-world.ts';
import { createMerchandise } from '../../exchange/merchandise/index.ts';
import { DEMO_MERCHANDISE } from '../../exchange/merchandise/merchandise.fixture.ts';
import { placeOrder } from '../../orders/orders/index.ts';
import { ftpUserOf } from './account.ts';
import { createListReader, createOrderLists, type ProcessingDeps, processFolder } from './index.ts';
import type { Buyer } from './process-order-file.ts';

export const invoiceAddress: PostalAddress = {
  name: 'Robin Marlow',
  streetName: 'Ledger Lane',
  streetNumber: '9',
  postalCode: 'CT20 1AB',
  city: 'Folkestone',
  country: 'GB',
};
type Instructions = { host: string; user: string; samples: { format: string; name: string; text: string }[] };

/** Order files, of which the buyer, the blocked accounts and the reader can be changed. */
async function startOrderLists() {
  const notified: { type: string; data: { customerId: CustomerId } }[] = [];
  const blocked = new Set<string>();
  const buyer: Buyer = { company: 'Marlow & Sons', vatId: 'GB123456782', invoiceAddress };
  const lists = createListReader();
  let deps: ProcessingDeps | undefined;
  const world = await startWorld({
    async modules(parts) {
      const merchandise = await createMerchandise({ ...parts, file: DEMO_MERCHANDISE });
      const notifyCustomer: ProcessingDeps['notifyCustomer'] = async (_trx, _customerId, event) => {
        notified.push(event);
        return null;
      };
      const intake = {
        ...parts,
        notifyCustomer,
        isCustomerListeningSql: () => sql`false`,
        extendStorage: async () => undefined,
      };
      deps = {
        ...parts,
        lists,
        articlesOf: merchandise.articlesOf,
        notifyCustomer,
        async notifyServices(_trx, _customerId, event) {
          notified.push(event as never);
          return [];
        },
        mayOrder: async (customerId) => !blocked.has(customerId),
        buyerOf: async () => buyer,
        placeOrder: (requested) =>
          placeOrder(intake, {
            service: { name: 'order-lists', scopes: ['orders'], channels: null },
            ...requested,
          }),
      };
      return [
        merchandise,
        createOrderLists({ ...parts, articlesOf: merchandise.articlesOf, ftpHost: 'ftp.example.com' }),
      ];
    },
  });
  if (!deps) throw new Error('the world has no modules');
  return {
    ...world,
    notified,
    blocked,
    buyer,
    deps,
    async stop() {
      await world.stop();
      await lists[Symbol.asyncDispose]();
    },
  };
}

/** A folder like that of an FTP server, with the home of a new business customer. */
async function addFtpFolder(world: World) {
  const root = await mkdtemp(path.join(tmpdir(), 'keepsake-ftp-'));
  const addHome = async () => {
    const customerId = await addBusinessCustomer(world.db);
    const home = path.join(root, ftpUserOf(customerId));
    await mkdir(path.join(home, 'in'), { recursive: true });
    return { customerId, home };
  };
  const own = await addHome();
  const { customerId, home } = own;
  return {
    ...own,
    root,
    addHome,
    async sample(format: string, of = customerId): Promise<string> {
      const { body } = await world.call<Instructions>(of, 'GET', '/orders/order-lists/instructions');
      const found = body.samples.find((each) => each.format === format);
      if (!found) throw new Error('there is no sample');
      return found.text;
    },
    async put(name: string, content: string | Buffer, { ageMs = 60_000, into = home } = {}) {
      const file = path.join(into, 'in', name);
      await writeFile(file, content);
      const at = new Date(Date.now() - ageMs);
      await utimes(file, at, at);
    },
    take: (changes: Partial<ProcessingDeps> = {}) =>
      processFolder({ ...world.deps, ...changes }, root, { settleMs: 30_000, now: new Date() }),
    orders: (of = customerId) =>
      world.db.selectFrom('orders').select('code').where('user_id', '=', of).execute(),
    lists: async (of = customerId) =>
      (await world.call<{ lists: OrderList[] }>(of, 'GET', '/orders/order-lists')).body.lists,
    files: async (folder: string) => (await readdir(path.join(home, folder)).catch(() => [])).toSorted(),
    reasons: (name: string) => readFile(path.join(home, 'rejected', `${name}.txt`), 'utf8'),
    remove: () => rm(root, { recursive: true }),
  };
}

type World = Awaited<ReturnType<typeof startOrderLists>>;
type FtpFolder = Awaited<ReturnType<typeof addFtpFolder>>;

/** Starts order files once for a test file, and gives each of its tests a folder of its own. */
export function useFtpFolders(): { world: World; ftp: FtpFolder } {
  const world = {} as World;
  const ftp = {} as FtpFolder;
  beforeAll(async () => void Object.assign(world, await startOrderLists()));
  afterAll(() => world.stop());
  beforeEach(async () => void Object.assign(ftp, await addFtpFolder(world)));
  afterEach(() => ftp.remove());
  return { world, ftp };
}
