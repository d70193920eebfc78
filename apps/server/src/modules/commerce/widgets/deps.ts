import type { GalleryEntry } from '@keepsake/contracts';
import type { Database, Queryable } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';

export type Deps = Pick<
  Platform,
  'db' | 'clock' | 'signer' | 'objects' | 'secrets' | 'throttle' | 'log' | 'hub'
> & {
  /** How long a drawn page is kept, in milliseconds; a second unless given. */
  keptMs?: number;
  /** For what visitors ask for again and again. */
  prepared: Database;
  publicUrl: string;
  /** Entries of a customer's widgets in the gallery of each product's channel, by the widgets' ids. */
  readEntries(userId: string, widgetIds: readonly string[]): Promise<Map<string, GalleryEntry>>;
  /** Takes a widget out of every gallery, in the transaction that deletes it. */
  endEntries(trx: Queryable, userId: string, widgetId: string): Promise<void>;
};

/** A widget by the product that it shows. */
export type WidgetRef = { userId: string; code: string };
