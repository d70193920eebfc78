import { appConfiguration, CONFIGURATION_PATH, channelPath, publicChannel } from '@keepsake/contracts';
import type { Settings } from '#/shared/configuration.tsx';
import { fetchChecked } from './fetch-checked.ts';

/** Loads the configuration and then the channel that it names [CFG-01, CFG-03]. */
export async function loadSettings(askedChannel: string | null): Promise<Settings> {
  const query = askedChannel ? `?channel=${encodeURIComponent(askedChannel)}` : '';
  const configuration = await fetchChecked(
    'getConfiguration',
    `${CONFIGURATION_PATH}${query}`,
    appConfiguration,
  );
  // The identifier can be empty where the host is none of ours [ERR-07].
  if (configuration.channel === '') throw new Error('Unable to extract channel ID!');
  const channel = await fetchChecked('getChannel', channelPath(configuration.channel), publicChannel);
  return { configuration, channel };
}
