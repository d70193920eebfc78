import { getOrderListInstructions, getOrderLists } from '@keepsake/contracts/business/order-lists';
import { route } from '../../../platform/http/route.ts';
import type { Module } from '../../../platform/module.ts';
import { keysetPage } from '../../../platform/paging.ts';
import type { Platform } from '../../../platform/platform.ts';
import { findDeliveryAddress } from '../../account/addresses/index.ts';
import { findCustomer } from '../../account/customers/index.ts';
import type { ArticlesOf } from '../../exchange/merchandise/index.ts';
import { channelOrDefault } from '../../frame/channels/index.ts';
import { ftpUserOf } from './account.ts';
import { ORDER_LIST_DATA, TABLES } from './personal-data.ts';
import { makeSamples } from './samples.ts';
import { readLists } from './store.ts';

export { createListReader } from './list-reader.ts';
export { type ProcessedFolder, processFolder } from './process-folder.ts';
export type { ProcessingDeps } from './process-order-file.ts';

type Deps = Pick<Platform, 'db' | 'cursors'> & {
  articlesOf: ArticlesOf;
  /** The retailer's FTP server; null if none is configured. */
  ftpHost: string | null;
};

/** Files by which business customers order over FTP: how to make them, and the outcome of each. */
export function createOrderLists({ db, cursors, articlesOf, ftpHost }: Deps): Module {
  return {
    tables: TABLES,
    personalData: ORDER_LIST_DATA,
    routes: [
      route(getOrderListInstructions, async ({ customer: { customerId } }) => {
        const row = await findCustomer(db, customerId);
        const { id, country } = channelOrDefault(row?.channel);
        const address = await findDeliveryAddress(db, customerId);
        const account = ftpUserOf(customerId);
        const samples = makeSamples({ account, country, articles: articlesOf(id), address });
        return { host: ftpHost, user: account, samples };
      }),
      route(getOrderLists, async ({ customer: { customerId }, query: { cursor, limit } }) => {
        const page = await keysetPage({
          cursors,
          customerId,
          list: 'order-lists',
          cursor,
          limit,
          read: (after, count) => readLists(db, customerId, after?.[0] ?? null, count),
          placeOf: ({ id }) => [id],
        });
        return { lists: page.rows, cursor: page.cursor };
      }),
    ],
  };
}
