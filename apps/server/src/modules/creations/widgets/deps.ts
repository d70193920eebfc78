import type { GalleryEntry } from '@keepsake/contracts/creations/gallery';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Database, Queryable } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';

export type Deps = Pick<
  Platform,
  'db' | 'clock' | 'signer' | 'objects' | 'secrets' | 'throttle' | 'log' | 'hub'
> & {
  /** How long a rendered page is kept, in milliseconds; one second by default. */
  cachedMs?: number;
  /** For repeated queries of visitors. */
  prepared: Database;
  publicUrl: string;
  /** Gallery entries of a customer's widgets, each in its product's channel, by widget id. */
  readEntries(customerId: CustomerId, widgetIds: readonly string[]): Promise<Map<string, GalleryEntry>>;
  /** Removes a widget from every gallery, in the transaction that deletes it. */
  endEntries(trx: Queryable, customerId: CustomerId, widgetId: string): Promise<void>;
  /** Puts entries that no longer show what was approved before the operator again, in the transaction that changed it. */
  reviewEntries(trx: Queryable, ref: WidgetRef): Promise<void>;
};

/** A widget by the product that it shows. */
export type WidgetRef = { customerId: CustomerId; code: string };
