import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Platform } from '../../../platform/platform.ts';
import type { EventQueue } from '../../exchange/event-delivery/index.ts';
import type { SentFiles } from '../../exchange/sent-files/index.ts';

export type Deps = Pick<Platform, 'db' | 'clock' | 'signer' | 'objects' | 'cursors' | 'log' | 'journal'> &
  Pick<EventQueue, 'notifyCustomer'> & {
    sentFiles: SentFiles;
    /** Whether invoices of a channel are issued here; otherwise its shop reports its own. */
    isIssuing(channel: string): boolean;
    /** Whether the VAT id is proved to be valid and the customer's: without proof nothing is invoiced free of VAT. */
    isVatIdProven(customerId: CustomerId, vatId: string): Promise<boolean>;
  };
