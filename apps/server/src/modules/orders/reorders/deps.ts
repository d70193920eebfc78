import type { Platform } from '../../../platform/platform.ts';
import type { EventQueue } from '../../exchange/event-delivery/index.ts';

export type Deps = Pick<Platform, 'db' | 'clock' | 'journal'> &
  Pick<EventQueue, 'notifyServices' | 'isAnybodyListening'>;
