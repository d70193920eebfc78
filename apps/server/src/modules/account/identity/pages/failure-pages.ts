import { html } from '../../../../platform/markup.ts';
import type { Appearance } from './appearance.ts';
import { messagePage } from './layout.ts';

/** The sign-in took too long or went on in another tab: the web app starts a new one. */
export function expiredPage(appearance: Appearance): string {
  const { t, home } = appearance;
  const action = { label: t('expired.submit'), href: home };
  return messagePage(appearance, { title: t('expired.title'), text: t('expired.intro'), action });
}

/** A failure, with what customer care can look it up by. */
export function failurePage(
  appearance: Appearance,
  status: number,
  correlationId: string | undefined,
): string {
  const { t, home } = appearance;
  const isBusy = status === 429 || status === 503;
  return messagePage(appearance, {
    title: t(isBusy ? 'busy.title' : 'failed.title'),
    text: t(isBusy ? 'busy.intro' : 'failed.intro'),
    action: { label: t('failed.submit'), href: home },
    detail: html`${correlationId && html`<p class="reference">${t('failed.reference')} <code>${correlationId}</code></p>`}`,
  });
}
