import { Problem } from '../../../platform/problem.ts';
import { type Channel, findChannel } from '../../frame/channels/index.ts';

/** The channel with that id. Throws `invalid-request` if there is none. */
export function requireChannel(id: string): Channel {
  const channel = findChannel(id);
  if (channel?.id !== id) {
    const errors = [{ path: 'channel', message: 'is not a known channel' }];
    throw new Problem('invalid-request', { errors });
  }
  return channel;
}
