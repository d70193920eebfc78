import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { BorrowedFile } from '../../../platform/objects/object-store.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { PrintOrders } from '../../creations/print-orders/index.ts';
import type { ArticlesOf } from '../../exchange/merchandise/index.ts';
import type { PhotoRef, PresentPhotos } from '../../library/photos/index.ts';
import type { Vouchers } from '../../orders/vouchers/index.ts';
import type { Intake } from './intake.ts';

/** The name of the demo shop at the intakes. */
export const DEMO_SHOP_SERVICE = 'demo-shop';

export type ShopDeps = Pick<Platform, 'db' | 'clock'> &
  Pick<PrintOrders, 'openSelection'> & {
    /** Duration of an order's life, from the order to its delivery. */
    seconds: number;
    intake: Intake;
    /** What a channel sells. */
    articlesOf: ArticlesOf;
    /** The customer's name, as the shop writes it on a parcel; null if the customer is unknown. */
    nameOf(customerId: CustomerId): Promise<string | null>;
    findVoucher: Vouchers['find'];
    /** Scratch space for what is drawn before it is sent. */
    dataDir: string;
    /** The largest thumbnail of a photo as a file, or null. */
    borrowThumbnail(place: PhotoRef): Promise<BorrowedFile | null>;
    /** Photos of the customer in their wire format. */
    presentPhotos: PresentPhotos;
    /** Which of these photos are still in the customer's library. */
    findPhotoIds(customerId: CustomerId, photoIds: readonly string[]): Promise<ReadonlySet<string>>;
  };
