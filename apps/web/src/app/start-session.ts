import { dateFormat, numberFormat } from '@keepsake/contracts/platform/formats';
import type { ResourceLanguage } from 'i18next';
import { requestOverviewEarly } from '#/features/frame/home/index.ts';
import { requestAlbumsEarly } from '#/features/library/albums/index.ts';
import { requestTimelineEarly } from '#/features/library/photos/index.ts';
import { pause } from '#/shared/api/retry.ts';
import type { Settings } from '#/shared/configuration.tsx';
import { isLocalStorageAvailable } from '#/shared/has-storage.ts';
import { takeMailedToken } from '#/shared/mailed-token.ts';
import type { Session } from '#/shared/session.ts';
import { visitStorage } from '#/shared/surviving-storage.ts';
import { readEmbeddedSettings, requestedChannel } from './embedded-settings.ts';
import { requestTexts } from './request-texts.ts';
import { createSession } from './session/create-session.ts';

/** What was started with the settings of the page. */
export type Started = {
  settings: Settings;
  session: Session;
  texts: Promise<ResourceLanguage>;
  /** Resolves once the page's first request has been sent, or is known not to be needed. */
  requested: Promise<void>;
};

/**
 * Looks for the session and requests the texts, using the settings embedded in the page, before the rest of the app arrives.
 * Null if the app has to load settings first, if storage is blocked, on the page that completes a sign-in, and on failure,
 * which the app encounters again and reports.
 */
export function startSession(): Started | null {
  try {
    return begin();
  } catch {
    return null;
  }
}

function begin(): Started | null {
  if (window.location.pathname === '/signed-in' || !isLocalStorageAvailable()) return null;
  takeMailedToken(visitStorage);
  const settings = readEmbeddedSettings(requestedChannel(window.location.search, visitStorage));
  if (!settings) return null;
  const session = createSession(settings.configuration);
  const requested = session.start().then(() => requestFirstPage(settings, session));
  // Only a warm-up: what fails here fails again where the page needs it, and is reported there.
  void requested.then(() => loadFormats(settings.channel.locale)).catch(() => {});
  const texts = requestTexts(settings.channel);
  // The app requests them again after a failure, and reports it.
  texts.catch(() => {});
  return { settings, session, texts, requested };
}

async function requestFirstPage({ configuration }: Settings, session: Session): Promise<void> {
  const { photoManagement, overview } = configuration.services;
  const token = await session.accessToken();
  if (token === null) return;
  if (photoManagement !== undefined) {
    requestTimelineEarly(photoManagement, token);
    requestAlbumsEarly(photoManagement, token);
  }
  if (overview !== undefined) requestOverviewEarly(overview, token);
}

/**
 * Warms up number and date formats while waiting for the network: a phone needs a tenth of a second for the first of a
 * language. In separate tasks, so that neither input nor responses are blocked.
 */
async function loadFormats(locale: string): Promise<void> {
  await pause(0);
  numberFormat(locale).format(0);
  await pause(0);
  dateFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(0);
}
