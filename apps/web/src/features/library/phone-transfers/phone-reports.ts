import {
  MAX_AWAITED_PHOTOS,
  MAX_PHONE_REFUSALS,
  PHONE_REPORT_MS,
  savePhoneReport,
} from '@keepsake/contracts/library/phone-transfers';
import type { BodyOf } from '@keepsake/contracts/platform/endpoint';
import { hasProblem, type ImportItem, summarize } from '#/features/library/upload-queue/index.ts';
import { isUnauthenticated, isUnreached } from '#/shared/api/api-problem.ts';
import { call } from '#/shared/api/call.ts';
import { randomUuid } from '#/shared/api/send-request.ts';
import { reportFailure } from '#/shared/error-reports.ts';

type Options = {
  /** The files of this page. */
  items: () => readonly ImportItem[];
  /** Photos sent by this page for which it is unknown whether they can be displayed. */
  awaited: () => readonly string[];
  onKnown: (shown: ReadonlyMap<string, boolean>) => void;
  /** Called when the code is rejected. */
  onExpired: () => void;
};

/** Changes within this time are reported together, in milliseconds. */
const GATHERED_MS = 400;
/** Polling interval for photos whose thumbnails are being made, in milliseconds. */
const AWAITED_MS = 2_000;

/**
 * Reports to the desktop how many photos the page sends and what it could not send: after every change, every few seconds to
 * show that the page is open, and once more when it is closed.
 */
export function createPhoneReports(options: Options) {
  const { items, awaited } = options;
  const pageId = randomUuid();
  let phone: Phone | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSending = false;

  function after(milliseconds: number) {
    clearTimeout(timer);
    timer = setTimeout(() => void send(), milliseconds);
  }
  async function send() {
    if (!phone || isSending) return;
    isSending = true;
    const isAccepted = await report({ ...phone, pageId }, options);
    isSending = false;
    if (isAccepted) after(awaited().length > 0 ? AWAITED_MS : PHONE_REPORT_MS);
  }
  return {
    /** Called when a code is valid: from now on the page reports under this id. */
    begin(phoneId: string, sentBefore: number): void {
      phone = { phoneId, sentBefore };
      after(0);
    },
    /** Schedules a report after a change. */
    note(): void {
      if (phone) after(GATHERED_MS);
    },
    /** The page is being closed, or suspended by the browser. */
    close(): void {
      clearTimeout(timer);
      if (!phone) return;
      const body = { ...state(items(), phone.sentBefore), isOpen: false, awaited: [] };
      const params = { phoneId: phone.phoneId };
      // The page is gone by then. Without this report the server counts the phone as closed once it has been silent for a while.
      call(savePhoneReport, { params, body }, { outlivesPage: true }).catch(() => undefined);
    },
  };
}

type Phone = { phoneId: string; sentBefore: number };

/** Sends a report; false if the code is rejected. After any other failure, the next report contains the same. */
async function report(
  { phoneId, sentBefore, pageId }: Phone & { pageId: string },
  { items, awaited, onKnown, onExpired }: Options,
): Promise<boolean> {
  try {
    const refusals = refusalsOf(items(), pageId);
    const body = { ...state(items(), sentBefore), refusals, awaited: awaited().slice(0, MAX_AWAITED_PHOTOS) };
    const { known } = await call(savePhoneReport, { params: { phoneId }, body });
    onKnown(new Map(known.map(({ uploadId, isShown }) => [uploadId, isShown])));
    return true;
  } catch (error) {
    const isRejected = isUnauthenticated(error);
    if (isRejected) onExpired();
    else if (!isUnreached(error)) reportFailure('REPORT_FROM_PHONE', error);
    return !isRejected;
  }
}

function state(items: readonly ImportItem[], sentBefore: number) {
  const { toSave, saved } = summarize(items);
  return { picked: sentBefore + toSave, sent: sentBefore + saved, isOpen: true };
}

/** Files the page could not send. Prefixed with the page's id, because item ids restart with every page. */
function refusalsOf(
  items: readonly ImportItem[],
  pageId: string,
): NonNullable<BodyOf<typeof savePhoneReport>['refusals']> {
  return items
    .filter(hasProblem)
    .slice(0, MAX_PHONE_REFUSALS)
    .map(({ id, name, reason = 'unexpected' }) => ({
      refusalId: `${pageId} ${id} ${reason}`,
      fileName: name.slice(0, 255).replace(/[\p{Cc}\p{Cs}]/gu, '') || '?',
      reason,
    }));
}
