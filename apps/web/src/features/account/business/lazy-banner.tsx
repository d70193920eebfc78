import { lazyPart } from '#/shared/lazy-part.tsx';

/** Only for business customers; marked unsettled, so that the page waits for it instead of shifting. */
export const BusinessBanner = lazyPart(() => import('./business-banner.tsx'), <span data-unsettled />);
