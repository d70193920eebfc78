import type { PostalAddress } from '@keepsake/contracts/account/postal-address';
import type { Order } from '@keepsake/contracts/orders/orders';
import type { OutgoingEvent } from '@keepsake/contracts/outgoing-events';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Attempt } from '../../../platform/idempotency.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { EventQueue } from '../../exchange/event-delivery/index.ts';
import type { ArticlesOf } from '../../exchange/merchandise/index.ts';
import type { ListReader } from './list-reader.ts';

export type Buyer = {
  company: string | null;
  vatId: string | null;
  /** Null if none is saved. */
  invoiceAddress: PostalAddress | null;
};

/** Dependencies of taking files; the command has no whole platform. */
export type ProcessingDeps = Pick<Platform, 'db' | 'clock'> & {
  lists: ListReader;
  articlesOf: ArticlesOf;
  /** Whether a customer is a business allowed to order. */
  mayOrder(customerId: CustomerId): Promise<boolean>;
  /** The ordering firm, as named on invoices. */
  buyerOf(customerId: CustomerId): Promise<Buyer>;
  /** The intake of orders; `onPlaced` runs in the transaction of a new one. Throws `conflict`. */
  placeOrder(requested: {
    attempt: Attempt;
    order: Order;
    onPlaced(trx: Queryable): Promise<void>;
  }): Promise<unknown>;
} & Pick<EventQueue, 'notifyCustomer'> & {
    notifyServices(trx: Queryable, customerId: CustomerId, event: OutgoingEvent): Promise<unknown>;
  };

export type Deps = Pick<Platform, 'db' | 'cursors'> & {
  articlesOf: ArticlesOf;
  /** The retailer's FTP server; null if none is configured. */
  ftpHost: string | null;
};
