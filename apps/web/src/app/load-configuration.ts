import type { PublicChannel } from '@keepsake/contracts/frame/configuration';
import { DEFAULT_LOCALE } from '@keepsake/contracts/platform/start-of-page';
import i18next, { type ResourceLanguage } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Settings } from '#/shared/configuration.tsx';
import { readEmbeddedSettings } from './embedded-settings.ts';
import { requestTexts } from './request-texts.ts';

/** Returns the settings embedded in the page, or loads them. */
export async function loadSettings(requestedChannel: string | null): Promise<Settings> {
  const embedded = readEmbeddedSettings(requestedChannel);
  if (embedded) return embedded;
  const { fetchSettings } = await import('./fetch-settings.ts');
  return fetchSettings(requestedChannel);
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
