import type { Platform } from '../../../platform/platform.ts';
import type { EventQueue } from '../../exchange/event-delivery/index.ts';

export type Deps = Pick<Platform, 'db' | 'clock' | 'throttle' | 'journal'> &
  Pick<EventQueue, 'notifyServices'> & {
    /** Our own address, for links in mails. */
    publicUrl: string;
  };
