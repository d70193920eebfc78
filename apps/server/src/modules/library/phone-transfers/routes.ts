import {
  commitTransferredUpload,
  createPhoneTransfer,
  endPhoneTransfer,
  getPhoneTransfer,
  openPhoneTransfer,
  PHONE_PAGE_PATH,
  renewPhoneTransfer,
  savePhoneReport,
} from '@keepsake/contracts/library/phone-transfers';
import { type Route, route } from '../../../platform/http/route.ts';
import { createOnce } from '../../../platform/idempotency.ts';
import { newId } from '../../../platform/ids.ts';
import { Problem } from '../../../platform/problem.ts';
import { push } from '../../../platform/push.ts';
import type { Deps } from './deps.ts';
import { phonesOf, saveReport } from './phone-reports.ts';
import { endTransfer, findTransfer, insertTransfer, markOpened, renewTransfer } from './store.ts';
import { tokenOf, type VerifyPhone } from './verify-phone.ts';

/** What a desktop may do: create a code, renew it, list what it brought, end it. */
export function desktopRoutes(deps: Deps): Route[] {
  const { db, clock, uploads, tokenSecret } = deps;
  return [
    route(createPhoneTransfer, async (call) => {
      const { customerId, sessionId } = call.customer;
      const { transferId, expiresAt } = await createOnce(deps, call, async (trx) => {
        const ref = { customerId, transferId: newId() };
        const { hash } = tokenOf(tokenSecret, ref);
        const albumId = call.body.albumId ?? null;
        const expires = await insertTransfer(trx, { ...ref, hash, albumId, sessionId, now: clock() });
        if (!expires) throw new Problem('too-many-requests', { detail: 'Too many codes in the last hour' });
        return { transferId: ref.transferId, expiresAt: expires.toISOString() };
      });
      const { token } = tokenOf(tokenSecret, { customerId, transferId });
      return { transferId, token, ...pageAddress(deps, call.request.headers.origin), expiresAt };
    }),
    route(renewPhoneTransfer, async ({ params, customer: { customerId, sessionId } }) => {
      const expiresAt = await renewTransfer(db, { customerId, sessionId, ...params }, clock());
      if (!expiresAt) throw new Problem('not-found');
      return { expiresAt: expiresAt.toISOString() };
    }),
    route(getPhoneTransfer, async ({ params, customer }) => {
      const ref = { customerId: customer.customerId, ...params };
      const transfer = await findTransfer(db, ref);
      if (!transfer) throw new Problem('not-found');
      return {
        expiresAt: transfer.expires_at.toISOString(),
        isOpened: transfer.opened_at !== null,
        arrivals: await uploads.listArrivals(ref),
        phones: phonesOf(transfer, clock()),
      };
    }),
    route(endPhoneTransfer, async ({ params, customer }) => {
      const isFound = await endTransfer(db, { customerId: customer.customerId, ...params }, clock());
      if (!isFound) throw new Problem('not-found');
      return undefined;
    }),
  ];
}

/** What a phone may do with a code's token: open the transfer, turn a file it sent into a photo, and report. */
export function phoneRoutes(
  { db, clock, uploads }: Pick<Deps, 'db' | 'clock' | 'uploads'>,
  verifyPhone: VerifyPhone,
): Route[] {
  return [
    route(openPhoneTransfer, async ({ request }) => {
      const { user_id: customerId, id: transferId, album_id, expires_at } = await verifyPhone(request);
      const now = clock();
      await db.transaction().execute(async (trx) => {
        await markOpened(trx, { customerId, transferId }, now);
        const data = { transferId, arrival: null };
        await push(trx, customerId, { type: 'phone-transfer-changed', data }, now);
      });
      const target = album_id ? ('album' as const) : ('library' as const);
      return { transferId, expiresAt: expires_at.toISOString(), target };
    }),
    route(commitTransferredUpload, async ({ params, request }) => {
      const { user_id: customerId, id: transferId, album_id: albumId } = await verifyPhone(request);
      await uploads.commitTransferred({
        ...params,
        customerId,
        transferId,
        albumId,
        onArrival: (trx, arrival) =>
          push(trx, customerId, { type: 'phone-transfer-changed', data: { transferId, arrival } }, clock()),
      });
      return undefined;
    }),
    route(savePhoneReport, async ({ params, body: { awaited, ...report }, request }) => {
      const transfer = await verifyPhone(request);
      const now = clock();
      await db.transaction().execute((trx) => saveReport(trx, transfer, { ...params, ...report, now }));
      const ref = { customerId: transfer.user_id, transferId: transfer.id };
      return { known: await uploads.findShown(ref, awaited) };
    }),
  ];
}

/**
 * Address of the phone's page: on the host of the brand the customer is using, else on PUBLIC_URL. A host that only this machine
 * reaches is used only if PUBLIC_URL is one too; then the code can be tried in a second window.
 */
function pageAddress(
  { origins, isLoopback }: Pick<Deps, 'origins' | 'isLoopback'>,
  requested: string | undefined,
): { pageUrl: string; isReachable: boolean } {
  const [publicOrigin] = origins;
  const isLocal = (origin: string) => isLoopback(new URL(origin).hostname);
  const own = origins.find((origin) => origin === requested);
  const origin = own && (!isLocal(own) || isLocal(publicOrigin)) ? own : publicOrigin;
  return { pageUrl: origin + PHONE_PAGE_PATH, isReachable: !isLocal(origin) };
}
