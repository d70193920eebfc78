import type { Endpoint, ServiceName } from '@keepsake/contracts';
import type { Route } from '../../../platform/http/route.ts';
import { Problem } from '../../../platform/problem.ts';
import type { IsLibraryHidden } from './hidden-libraries.ts';

/** Services that show the customer's photographs or change them. */
const LIBRARY: readonly ServiceName[] = [
  'photoManagement',
  'sharedAlbums',
  'downloads',
  'photoExports',
  'tempSelections',
  'uploads',
];
/** Customers may always delete what is theirs; what an account is about stays known. */
const ALWAYS = ['deleteAllPhotos', 'getActivation', 'activate'];

/** The same routes, closed with the problem `library-hidden` to customers whose library is. */
export function hideRoutes(routes: readonly Route[], isLibraryHidden: IsLibraryHidden): Route[] {
  return routes.map((open) => {
    if (!isAboutLibrary(open.endpoint)) return open;
    const handle: Route['handle'] = async (call) => {
      if (await isLibraryHidden(call.customer.customerId)) throw new Problem('library-hidden');
      return open.handle(call);
    };
    return { ...open, handle };
  });
}

function isAboutLibrary({ access, service, name }: Endpoint): boolean {
  return access === 'customer' && LIBRARY.includes(service) && !ALWAYS.includes(name);
}
