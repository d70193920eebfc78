import type { ResourceLanguage } from 'i18next';
import { askForTimelineEarly } from '#/features/library/photos/timeline/ask-early.ts';
import { pause } from '#/shared/api/retry.ts';
import type { Settings } from '#/shared/configuration.tsx';
import { isLocalStorageAvailable } from '#/shared/has-storage.ts';
import { takeMailedToken } from '#/shared/mailed-token.ts';
import type { Session } from '#/shared/session.ts';
import { askForTexts } from './ask-for-texts.ts';
import { askedChannel, readGivenSettings } from './given-settings.ts';
import { createSession } from './session/create-session.ts';

/** What has been begun with the settings of the page. */
export type Started = {
  settings: Settings;
  session: Session;
  texts: Promise<ResourceLanguage>;
  /** Resolves once the page's first answer is on its way, or is known not to be asked for here. */
  asked: Promise<void>;
};

/**
 * Looks for the session, and asks for the texts, with the settings that came with the page: before the rest of the app has
 * arrived. Null where the app has to load settings first, where the browser keeps nothing, for the page that finishes a
 * sign-in, and where it fails: the app meets the same failure, and tells of it.
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
  takeMailedToken(window.sessionStorage);
  const settings = readGivenSettings(askedChannel(window.location.search, window.sessionStorage));
  if (!settings) return null;
  const session = createSession(settings.configuration);
  const asked = session.start().then(() => askForFirstPage(settings, session));
  void asked.then(() => loadFormats(settings.channel.locale)).catch(() => {});
  const texts = askForTexts(settings.channel);
  // Whoever waits for them asks again, and tells of it.
  texts.catch(() => {});
  return { settings, session, texts, asked };
}

async function askForFirstPage({ configuration }: Settings, session: Session): Promise<void> {
  const base = configuration.services.photoManagement;
  const token = await session.accessToken();
  if (base !== undefined && token !== null) askForTimelineEarly(base, token);
}

/**
 * A phone needs a tenth of a second for the first numbers and dates of a language: here the network is waited for anyway. In
 * tasks of their own, so that a press or an answer in between waits for neither.
 */
async function loadFormats(locale: string): Promise<void> {
  await pause(0);
  new Intl.NumberFormat(locale).format(0);
  await pause(0);
  new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(0);
}
