import { useConfiguration } from '#/shared/configuration.tsx';
import { lazyPart } from '#/shared/lazy-part.tsx';

/** Loads nothing where nothing needs consent, and otherwise not before the page has shown its first picture. */
export function CookieConsent() {
  return useConfiguration().consent && <CookieBanner />;
}

const CookieBanner = lazyPart(async () => {
  await firstPicture();
  return import('./cookie-banner.tsx');
});

/** Upper limit of that wait, in milliseconds, for pages without pictures. */
const LATEST = 3_000;

const firstPicture = () =>
  new Promise((shown) => {
    setTimeout(shown, LATEST);
    addEventListener('load', ({ target }) => (target as Element).closest?.('main') && shown(null), true);
  });
