import {
  appConfiguration,
  CONFIGURATION_PATH,
  channelPath,
  type PublicChannel,
  publicChannel,
} from '@keepsake/contracts/frame/configuration';
import { DEFAULT_LOCALE } from '@keepsake/contracts/platform/start-of-page';
import i18next, { type ResourceLanguage } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Settings } from '#/shared/configuration.tsx';
import { readEmbeddedSettings } from './embedded-settings.ts';
import { fetchChecked, requestTexts } from './request-texts.ts';

/** Returns the settings embedded in the page, or loads the configuration and then its channel [CFG-01, CFG-03]. */
export async function loadSettings(requestedChannel: string | null): Promise<Settings> {
  const embedded = readEmbeddedSettings(requestedChannel);
  if (embedded) return embedded;
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

/**
 * Activates the texts of a channel, or of its locale [CFG-02]; en-GB by default [CFG-05]. `requested` is a request already
 * under way; if it fails, the texts are requested again.
 */
export async function loadTexts(
  channel: Partial<PublicChannel> = {},
  requested?: Promise<ResourceLanguage>,
): Promise<void> {
  const { locale = DEFAULT_LOCALE } = channel;
  const translation = (await requested?.catch(() => null)) ?? (await requestTexts(channel));
  await i18next.use(initReactI18next).init({
    lng: locale,
    fallbackLng: false,
    resources: { [locale]: { translation } },
    interpolation: { escapeValue: false },
  });
}
