import {
  createPhoneTransfer,
  endPhoneTransfer,
  getPhoneTransfer,
  renewPhoneTransfer,
} from '@keepsake/contracts';
import { type Route, route } from '../../../platform/http/route.ts';
import { newId } from '../../../platform/ids.ts';
import { Problem } from '../../../platform/problem.ts';
import type { Deps } from './deps.ts';
import { pageAddress } from './page-address.ts';
import { makeToken } from './token.ts';
import { endTransfer, findTransfer, insertTransfer, renewTransfer } from './transfer-store.ts';

/** What the desktop asks for: a code, its renewal, what came by it, its end. */
export function desktopRoutes(deps: Deps): Route[] {
  const { db, clock, uploads } = deps;
  return [
    route(createPhoneTransfer, async ({ body, customer: { customerId }, request }) => {
      const { token, hash } = makeToken(customerId);
      const ref = { userId: customerId, transferId: newId() };
      const albumId = body.albumId ?? null;
      const expiresAt = await insertTransfer(db, { ...ref, hash, albumId, now: clock() });
      if (!expiresAt) throw new Problem('too-many-requests', { detail: 'Too many codes in an hour' });
      return {
        transferId: ref.transferId,
        token,
        ...pageAddress(deps, request.headers.origin),
        expiresAt: expiresAt.toISOString(),
      };
    }),
    route(renewPhoneTransfer, async ({ params, customer }) => {
      const expiresAt = await renewTransfer(db, { userId: customer.customerId, ...params }, clock());
      if (!expiresAt) throw new Problem('not-found');
      return { expiresAt: expiresAt.toISOString() };
    }),
    route(getPhoneTransfer, async ({ params, customer }) => {
      const ref = { userId: customer.customerId, ...params };
      const transfer = await findTransfer(db, ref);
      if (!transfer) throw new Problem('not-found');
      return {
        expiresAt: transfer.expires_at.toISOString(),
        isOpened: transfer.opened_at !== null,
        arrivals: await uploads.listArrivals(ref),
      };
    }),
    route(endPhoneTransfer, async ({ params, customer }) => {
      const isFound = await endTransfer(db, { userId: customer.customerId, ...params }, clock());
      if (!isFound) throw new Problem('not-found');
      return undefined;
    }),
  ];
}
