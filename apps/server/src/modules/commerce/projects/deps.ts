import type { Platform } from '../../../platform/platform.ts';
import type { OutgoingEvents } from '../outgoing-events/index.ts';

export type Deps = Pick<Platform, 'db' | 'clock' | 'signer' | 'objects' | 'images'> &
  Pick<OutgoingEvents, 'notifyServices'> & {
    /** For what arrives before it is kept. */
    dataDir: string;
    isKnownChannel(channel: string): boolean;
    isLibraryHidden(userId: string): Promise<boolean>;
  };
