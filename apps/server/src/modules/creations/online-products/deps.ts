import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { SentFiles } from '../../exchange/sent-files/index.ts';

export type Deps = Pick<Platform, 'db' | 'clock' | 'signer' | 'objects'> & {
  sentFiles: SentFiles;
  /** Ends what shows a product to others, in the transaction that ends the product. */
  endWidget(trx: Queryable, ref: CodeRef): Promise<void>;
  /** Is informed, in the same transaction, that the pages of a product or their pictures have changed. */
  onPagesChanged(trx: Queryable, ref: CodeRef): Promise<void>;
};

/** A product by its code, unique per customer. */
export type CodeRef = { customerId: CustomerId; code: string };
