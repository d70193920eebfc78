import type { Platform } from '../../../platform/platform.ts';
import type { OutgoingEvents } from '../outgoing-events/index.ts';

export type Deps = Pick<Platform, 'db' | 'clock' | 'signer' | 'objects' | 'cursors'> &
  Pick<OutgoingEvents, 'notifyCustomer'> & {
    /** For what arrives before it is kept. */
    dataDir: string;
    isKnownChannel(channel: string): boolean;
    /** Whether invoices of a channel are issued here; else its shop reports its own. */
    isIssuing(channel: string): boolean;
    /** Whether the VAT id is known to be valid and the customer's: without proof nothing is invoiced free of VAT. */
    isVatIdProven(userId: string, vatId: string): Promise<boolean>;
  };
