import type { ServiceCaller } from '../../../platform/auth.ts';
import { faultyField, Problem } from '../../../platform/problem.ts';
import { findChannel } from './channels.ts';
import type { Channel } from './channels-file.ts';

const UNKNOWN = 'is not a known channel';

/** The channel with this id, ignoring case. Throws `invalid-request` with the path of the id if there is none. */
export function requireChannel(id: string, path: string): Channel {
  const channel = findChannel(id);
  if (channel) return channel;
  throw faultyField(path, UNKNOWN);
}

/** The same for systems that store what they sent: they write an id exactly as it is configured. */
export function requireExactChannel(id: string, path: string): Channel {
  const channel = requireChannel(id, path);
  if (channel.id === id) return channel;
  throw faultyField(path, UNKNOWN);
}

/** Whether a channel has exactly this id. */
export const isChannelId = (id: string): boolean => findChannel(id)?.id === id;

/**
 * Checks the channel that a service writes for. Throws `invalid-request` for one that does not exist and `forbidden` for one that
 * is not the service's.
 */
export function checkServiceChannel(service: Pick<ServiceCaller, 'channels'>, id: string): void {
  requireExactChannel(id, 'body.channel');
  if (service.channels && !service.channels.includes(id)) throw new Problem('forbidden');
}

/** The same for what is valid in several channels; without a list in all of them, which only a service of all may write. */
export function checkServiceChannels(
  { channels: own }: Pick<ServiceCaller, 'channels'>,
  ids: readonly string[] | undefined,
): void {
  const unknown = ids?.find((id) => !isChannelId(id));
  if (unknown !== undefined) throw faultyField('body.channels', `${unknown} ${UNKNOWN}`);
  if (own && !ids?.every((id) => own.includes(id))) throw new Problem('forbidden');
}
