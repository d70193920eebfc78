import type { ConsentRequested } from '@keepsake/contracts/frame/configuration';
import {
  COOKIE_CONSENT_PATH,
  type ConsentChoice,
  type ConsentCode,
  consentsTo,
  PURPOSES,
  type Purpose,
  readConsent,
} from '@keepsake/contracts/frame/cookie-consent';
import { useSyncExternalStore } from 'react';
import { sendRequest } from '#/shared/api/send-request.ts';
import { useConfiguration } from '#/shared/configuration.tsx';
import { createSignal, withWindow } from '#/shared/signal.ts';

/** The purposes this visitor is asked about, in the order of the code. */
export const purposesOf = ({ scripts }: ConsentRequested): Purpose[] =>
  PURPOSES.filter((purpose) => scripts[purpose] !== undefined);

/** Which variant of the question applies. */
export const questionOf = ({ scripts }: ConsentRequested): Purpose | 'both' => {
  if (scripts.analytics === undefined) return 'marketing';
  return scripts.marketing === undefined ? 'analytics' : 'both';
};

/** The visitor's choice, made here or in another tab; null when they have to be asked, or asked again. */
export function useConsent(requested: ConsentRequested) {
  const cookies = useSyncExternalStore(subscribe, () => document.cookie);
  const consent = readConsent(cookies, requested.revision, new Date());
  return consent?.isValid ? consent : null;
}

const choices = createSignal();
/** Another tab may have stored a choice before this one is focused. */
const subscribe = withWindow(choices, 'focus');

/** Saves a choice; what it permits may only run once the proof of consent is stored. */
export function useSaveConsent(): (choice: ConsentChoice) => Promise<void> {
  const { channel } = useConfiguration();
  return async (choice) => {
    await sendRequest({
      endpoint: 'chooseCookies',
      method: 'POST',
      // The cookie belongs to the page's host, wherever the services are.
      url: `${COOKIE_CONSENT_PATH}?channel=${encodeURIComponent(channel)}`,
      body: choice,
      token: null,
      // Keeps the choice from being lost when the visitor navigates immediately.
      outlivesPage: true,
    });
    choices.announce();
  };
}

/** Whether the browser signals Global Privacy Control, which answers the question in advance. */
export const isRefusedByBrowser = (): boolean =>
  (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true;

const loaded = new Set<string>();

/**
 * Runs the scripts a code permits, each once per page. Running scripts cannot be stopped: withdrawing consent reloads the page.
 */
export function runScripts({ scripts }: ConsentRequested, code: ConsentCode): void {
  for (const purpose of PURPOSES) {
    const address = scripts[purpose];
    if (address === undefined || !consentsTo(code, purpose) || loaded.has(address)) continue;
    loaded.add(address);
    const script = document.createElement('script');
    script.src = address;
    script.async = true;
    document.head.append(script);
  }
}
