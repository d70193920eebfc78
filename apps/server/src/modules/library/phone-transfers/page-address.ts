import { PHONE_PAGE_PATH } from '@keepsake/contracts';
import type { Deps } from './deps.ts';

/**
 * Where the phone's page is: at the brand's host that the customer is on, else at PUBLIC_URL. A host of this machine alone
 * is taken only where PUBLIC_URL is none better; then the code can be tried in a second window.
 */
export function pageAddress(
  { origins, isLoopback }: Pick<Deps, 'origins' | 'isLoopback'>,
  asked: string | undefined,
): { pageUrl: string; isReachable: boolean } {
  const [publicOrigin] = origins;
  const isLocal = (origin: string) => isLoopback(new URL(origin).hostname);
  const own = origins.find((origin) => origin === asked);
  const origin = own && (!isLocal(own) || isLocal(publicOrigin)) ? own : publicOrigin;
  return { pageUrl: origin + PHONE_PAGE_PATH, isReachable: !isLocal(origin) };
}
