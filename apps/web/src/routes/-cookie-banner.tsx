import { useConfiguration } from '#/shared/configuration.tsx';
import { lazyPart } from '#/shared/lazy-part.tsx';

/** Nothing of it is loaded where nothing needs consent, and nowhere before the page shows its first picture. */
export function CookieConsent() {
  return useConfiguration().consent && <CookieBanner />;
}

const CookieBanner = lazyPart(async () => {
  await firstPicture();
  return import('#/features/frame/cookies/cookie-banner.tsx');
});

/** Pages of text have none: they are there long before. In milliseconds. */
const LATEST = 3_000;

const firstPicture = () =>
  new Promise((shown) => {
    setTimeout(shown, LATEST);
    addEventListener('load', ({ target }) => (target as Element).closest?.('main') && shown(null), true);
  });
