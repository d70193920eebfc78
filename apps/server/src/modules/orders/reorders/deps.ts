import type { Platform } from '../../../platform/platform.ts';
import type { OutgoingEvents } from '../../exchange/outgoing-events/index.ts';

export type Deps = Pick<Platform, 'db' | 'clock' | 'journal'> &
  Pick<OutgoingEvents, 'notifyServices' | 'isAnybodyListening'>;
