import type { NeededBy } from '@keepsake/contracts/orders/needed-by';
import type { OrderRef } from '@keepsake/contracts/orders/orders';
import type { Days } from '@keepsake/contracts/platform/fields';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { RawBuilder } from 'kysely';
import type { Database, Queryable } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { EventQueue } from '../../exchange/event-delivery/index.ts';
import type { ArticlesOf } from '../../exchange/merchandise/index.ts';
import type { SentFiles } from '../../exchange/sent-files/index.ts';
import type { IsLibraryHidden } from '../../library/photos/index.ts';
import type { Retention } from '../../library/retention/index.ts';

export type Deps = Pick<Platform, 'db' | 'clock' | 'signer' | 'objects' | 'journal'> &
  Pick<Retention, 'extendStorage'> &
  Pick<EventQueue, 'notifyServices' | 'isAnybodyListening' | 'notifyCustomer' | 'isCustomerListeningSql'> & {
    /** For the most frequent reads: each connection parses a statement once. */
    prepared: Database;
    sentFiles: SentFiles;
    /** What a brand sells, from which products have their type. */
    articlesOf: ArticlesOf;
    isLibraryHidden: IsLibraryHidden;
    judgeNeededDates: JudgeNeededDates;
    isOnlineProductSql: IsOnlineProductSql;
    /** Absent: there are no withdrawals. */
    readWithdrawn?: ReadWithdrawn;
    onSent?: FollowOrder;
    isUninvoiceable?: IsUninvoiceable;
  };

/** Called for an order that is sent, and for whatever happens to it from then on. */
export type FollowOrder = (trx: Queryable, order: OrderRef & { channel: string }) => Promise<void>;

/** Whether an order lacks its invoice because it cannot be issued: then the shop may send it again, corrected. */
export type IsUninvoiceable = (trx: Queryable, order: OrderRef) => Promise<boolean>;

/** The verdicts on these orders' needed dates, by code. */
export type JudgeNeededDates = (
  customerId: CustomerId,
  orders: readonly DatedOrder[],
) => Promise<Map<string, NeededBy>>;

/** What of orders their customer has withdrawn from, by code. */
export type ReadWithdrawn = (
  customerId: CustomerId,
  orders: readonly { code: string; channel: string }[],
) => Promise<Map<string, WithdrawnOrder>>;

export type WithdrawnOrder = {
  declaredAt: Date;
  /** Whether the whole order was named, else the products that were. */
  isWhole: boolean;
  productCodes: readonly string[];
  /** The last day for sending goods back; null once the money was refunded. */
  returnBy: string | null;
};

/** SQL telling whether a product of an order, given by its code and the order's, can be viewed page by page. */
export type IsOnlineProductSql = (
  customerId: CustomerId,
  product: { code: RawBuilder<unknown>; orderCode: RawBuilder<unknown> },
) => RawBuilder<boolean>;

/** What is compared with the date by which an order is needed. */
export type DatedOrder = {
  orderCode: string;
  channel: string;
  status: string;
  expected: Days | null;
  deliveredAt: Date | null;
};
