import { commitPhoneUpload, openPhoneTransfer } from '@keepsake/contracts';
import { type Route, route } from '../../../platform/http/route.ts';
import { push } from '../../../platform/push.ts';
import type { Deps } from './deps.ts';
import { markOpened } from './transfer-store.ts';
import type { VerifyPhone } from './verify-phone.ts';

/** What a phone may ask with the token of a code: whether it works, and that what it sent becomes a photo. */
export function phoneRoutes({ db, clock, uploads }: Deps, verifyPhone: VerifyPhone): Route[] {
  return [
    route(openPhoneTransfer, async ({ request }) => {
      const { user_id: userId, id: transferId, album_id, expires_at } = await verifyPhone(request);
      const now = clock();
      await db.transaction().execute(async (trx) => {
        await markOpened(trx, { userId, transferId }, now);
        await push(trx, userId, { type: 'phone-transfer-changed', data: { transferId, arrival: null } }, now);
      });
      const target = album_id ? ('album' as const) : ('library' as const);
      return { transferId, expiresAt: expires_at.toISOString(), target };
    }),
    route(commitPhoneUpload, async ({ params, query: { picked }, request }) => {
      const { user_id: userId, id: transferId, album_id: albumId } = await verifyPhone(request);
      await uploads.commitTransferred({
        ...params,
        userId,
        transferId,
        albumId,
        onArrival: (trx, arrival) =>
          push(
            trx,
            userId,
            { type: 'phone-transfer-changed', data: { transferId, arrival, picked } },
            clock(),
          ),
      });
      return undefined;
    }),
  ];
}
