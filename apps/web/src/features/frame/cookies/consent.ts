import {
  COOKIE_CONSENT_PATH,
  type ConsentAsked,
  type ConsentChoice,
  type ConsentCode,
  consentsTo,
  PURPOSES,
  type Purpose,
  readConsent,
} from '@keepsake/contracts';
import { useSyncExternalStore } from 'react';
import { sendRequest } from '#/shared/api/send-request.ts';
import { useConfiguration } from '#/shared/configuration.tsx';

/** What is asked of this visitor, in the order of the code. */
export const purposesOf = ({ scripts }: ConsentAsked): Purpose[] =>
  PURPOSES.filter((purpose) => scripts[purpose] !== undefined);

/** Which of the three questions it is. */
export const questionOf = ({ scripts }: ConsentAsked): Purpose | 'both' => {
  if (scripts.analytics === undefined) return 'marketing';
  return scripts.marketing === undefined ? 'analytics' : 'both';
};

/** What the visitor has chosen, here or in another tab; null when it has to be asked, or asked again. */
export function useConsent(asked: ConsentAsked) {
  const cookies = useSyncExternalStore(subscribe, () => document.cookie);
  const consent = readConsent(cookies, asked.revision, new Date());
  return consent?.isValid ? consent : null;
}

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Another tab may have chosen meanwhile.
  window.addEventListener('focus', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('focus', listener);
  };
}

/** The call that stores a choice; what it allows runs only once the proof of it is kept. */
export function useSaveConsent(): (choice: ConsentChoice) => Promise<void> {
  const { channel } = useConfiguration();
  return async (choice) => {
    await sendRequest({
      endpoint: 'chooseCookies',
      method: 'POST',
      // The cookie belongs to the host of the page, wherever services are.
      url: `${COOKIE_CONSENT_PATH}?channel=${encodeURIComponent(channel)}`,
      body: choice,
      token: null,
      // A choice is not lost because the visitor goes on at once.
      outlivesPage: true,
    });
    for (const listener of listeners) listener();
  };
}

/** Whether the browser says for its owner that nobody may follow them: an answer before the question. */
export const isRefusedByBrowser = (): boolean =>
  (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true;

const loaded = new Set<string>();

/** Runs what a code allows, each script once for a page. What runs cannot be stopped: withdrawing loads the page anew. */
export function runScripts({ scripts }: ConsentAsked, code: ConsentCode): void {
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
