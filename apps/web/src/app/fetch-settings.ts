import {
  appConfiguration,
  CONFIGURATION_PATH,
  channelPath,
  publicChannel,
} from '@keepsake/contracts/frame/configuration';
import type { Settings } from '#/shared/configuration.tsx';
import { fetchChecked } from './request-texts.ts';

/** Loads the configuration and then its channel, for a page that has none embedded [CFG-01, CFG-03]. */
export async function fetchSettings(requestedChannel: string | null): Promise<Settings> {
  const query = requestedChannel ? `?channel=${encodeURIComponent(requestedChannel)}` : '';
  const configuration = await fetchChecked(
    'getConfiguration',
    `${CONFIGURATION_PATH}${query}`,
    appConfiguration,
  );
  // The id is empty for an unknown host [ERR-07].
  if (configuration.channel === '') throw new Error('Unable to extract channel ID!');
  const channel = await fetchChecked('getChannel', channelPath(configuration.channel), publicChannel);
  return { configuration, channel };
}
