import type { Platform } from '../../../platform/platform.ts';
import type { OutgoingEvents } from '../../exchange/outgoing-events/index.ts';

export type Deps = Pick<Platform, 'db' | 'clock' | 'throttle' | 'journal'> &
  Pick<OutgoingEvents, 'notifyServices'> & {
    /** Our own address, for links in mails. */
    publicUrl: string;
  };
