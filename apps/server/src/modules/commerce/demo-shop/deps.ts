import type { Voucher } from '@keepsake/contracts';
import type { Platform } from '../../../platform/platform.ts';
import type { ArticlesOf } from '../merchandise/index.ts';
import type { Intake } from './intake.ts';

export type ShopDeps = Pick<Platform, 'db' | 'clock'> & {
  /** Length of an order's life, from the order to its delivery. */
  seconds: number;
  intake: Intake;
  /** What a channel sells. */
  articlesOf: ArticlesOf;
  /** The existing photos of the customer's selection. Throws `not-found` once it has expired. */
  openSelection(userId: string, selectionId: string): Promise<string[]>;
  /** The customer's name, as the shop writes it on a parcel; null when the customer is unknown. */
  nameOf(userId: string): Promise<string | null>;
  /** The voucher of a code that a customer typed. Throws `not-found`, and `too-many-requests` after too many of these. */
  findVoucher(userId: string, typed: string): Promise<Voucher>;
  /** Which of these photos the customer's library still has. */
  findPhotoIds(userId: string, photoIds: readonly string[]): Promise<ReadonlySet<string>>;
};
