import type { ConsentRequested } from '@keepsake/contracts/frame/configuration';
import { useMatches } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useChannel, useConfiguration } from '#/shared/configuration.tsx';
import { listenTo } from '#/shared/signal.ts';
import { takeBottomSpace } from '#/shared/ui/bottom-space.ts';
import { isRefusedByBrowser, questionOf, runScripts, useConsent } from './consent.ts';
import { ConsentForm } from './consent-form.tsx';
import classes from './cookies.module.css';

/** Asks for consent if it is missing, and runs the permitted scripts. Loaded after the page's own content. */
export default function CookieBanner() {
  const { consent: requested } = useConfiguration();
  return requested && <RequestedBanner requested={requested} />;
}

/** Pages that the banner would cover, or that already contain the question. */
const WITHOUT_BANNER = /^\/(_full-screen|_shell\/cookies|signed-in|logout)/;

function RequestedBanner({ requested }: { requested: ConsentRequested }) {
  const { t } = useTranslation();
  const { name: brand } = useChannel();
  const consent = useConsent(requested);
  const isElsewhere = useMatches({
    select: (matches) => matches.some(({ routeId }) => WITHOUT_BANNER.test(routeId)),
  });
  const code = consent?.code;
  useEffect(() => {
    if (code) runScripts(requested, code);
  }, [requested, code]);
  if (consent || isElsewhere || isRefusedByBrowser()) return null;
  return (
    <section ref={makeRoom} className={classes.banner} aria-label={t('cookies.title')}>
      <p className={classes.question}>
        <strong>{t('cookies.title')}</strong> {t(`cookies.ask.${questionOf(requested)}`, { brand })}{' '}
        {t('cookies.changeable')}
      </p>
      <ConsentForm requested={requested} isShort />
    </section>
  );
}

const takeSpace = takeBottomSpace('--bottom-banner');
const INPUTS = ['keydown', 'pointerdown', 'wheel'] as const;

/**
 * Makes room below the page, so that its end can be scrolled above the banner. On a page that does not scroll yet, this waits
 * for the visitor's first input, because the new scrollbar would shift the page while it loads.
 */
function makeRoom(element: HTMLElement | null) {
  const giveBack = takeSpace(element);
  const page = document.documentElement;
  const make = () => page.setAttribute('data-banner', '');
  if (page.scrollHeight > page.clientHeight) make();
  const stops = INPUTS.map((input) => listenTo(window, input, make, { passive: true }));
  return () => {
    giveBack?.();
    page.removeAttribute('data-banner');
    for (const stop of stops) stop();
  };
}
