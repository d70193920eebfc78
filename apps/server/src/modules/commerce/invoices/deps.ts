import type { Platform } from '../../../platform/platform.ts';

export type Deps = Pick<Platform, 'db' | 'clock' | 'signer' | 'objects' | 'cursors'> & {
  /** For what arrives before it is kept. */
  dataDir: string;
  isKnownChannel(channel: string): boolean;
  /** Whether invoices of a channel are issued here; else its shop reports its own. */
  isIssuing(channel: string): boolean;
};
