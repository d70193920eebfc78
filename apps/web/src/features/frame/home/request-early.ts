import { buildUrl } from '@keepsake/contracts/platform/build-url';
import { OVERVIEW_PARTS, OVERVIEW_PATH } from '@keepsake/contracts/platform/start-of-page';
import { requestEarly } from '#/shared/api/early-answers.ts';

/** Requests the overview if it is the page at this address. `base` is the address of its service. */
export function requestOverviewEarly(base: string, token: string): void {
  if (window.location.pathname !== '/') return;
  const url = buildUrl(base, OVERVIEW_PATH, {}, { parts: OVERVIEW_PARTS.join(',') });
  requestEarly({ endpoint: 'getOverview', method: 'GET', url, token });
}
