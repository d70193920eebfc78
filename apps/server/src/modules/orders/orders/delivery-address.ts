import { isDeepStrictEqual } from 'node:util';
import { normaliseAddress } from '@keepsake/contracts/account/addresses';
import type { PostalAddress } from '@keepsake/contracts/account/postal-address';
import type { DeliveryAddress } from '@keepsake/contracts/orders/delivery-address';
import { displayStatusOf } from '@keepsake/contracts/orders/order-status';
import { byTime, type Happened, pick } from './happened.ts';

export type AddressChange = {
  version: number;
  address: PostalAddress;
  requestedAt: Date;
  /** When delivery to production was given up; its answer still counts, should there be one. */
  givenUpAt: Date | null;
};

/** The delivery address of an order as placed. */
export type PlacedAddress = {
  address: PostalAddress;
  changeableUntil: Date | null;
  /** Cannot be changed regardless of production's deadline: it is sent or cancelled, or nobody would answer. */
  isFixed: boolean;
};

const ANSWERS = { 'address-accepted': 'SuccessfulUpdate', 'address-refused': 'RequestFailed' } as const;
/** By whether delivery to production was given up. */
const UNANSWERED = { false: 'RequestSent', true: 'RequestFailed' } as const;
type Answer = Extract<Happened, { type: keyof typeof ANSWERS }>;

/** The delivery address of an order, and the outcome of the last requested change. */
export function deriveAddress(
  { address, changeableUntil, isFixed }: PlacedAddress,
  changes: readonly AddressChange[],
  unsorted: readonly Happened[],
): DeliveryAddress {
  const events = unsorted.toSorted(byTime);
  const answerTo = (version: number) =>
    events.findLast(
      (event): event is Answer => event.type in ANSWERS && (event as Answer).data.version === version,
    );
  const sorted = changes.toSorted((a, b) => a.version - b.version);
  const accepted = sorted.findLast(({ version }) => answerTo(version)?.type === 'address-accepted');
  const last = sorted.at(-1);
  const answer = last && answerTo(last.version);
  const isUnreached = !answer && Boolean(last?.givenUpAt);
  const deadline = pick(events, 'address-deadline').at(-1);
  const until = deadline ? deadline.data.until : (changeableUntil?.toISOString() ?? null);
  return {
    ...(accepted?.address ?? address),
    changeState: !last ? 'NotStarted' : answer ? ANSWERS[answer.type] : UNANSWERED[`${isUnreached}`],
    version: last?.version ?? 1,
    changeableUntil: isFixed ? null : until,
    requested: last && answer?.type !== 'address-accepted' ? last.address : null,
    refusal: answer?.type === 'address-refused' ? answer.note : null,
    isUnreached,
  };
}

/** Whether an order with this status has left, or never will. */
export const isSentOrCancelled = (status: string) =>
  ['Sent', 'Cancelled'].includes(displayStatusOf(status) ?? '');

type Requested = {
  address: PostalAddress;
  /** Version of the address that the customer saw, if given. */
  version: number | undefined;
};

/**
 * The verdict on a request for another address: `change`; `same`, already requested or in effect, as after a second press;
 * `fixed`, not or no longer changeable; `outdated`, the customer did not see the present one; `abroad`, delivery there was not
 * paid for. Another change may follow while one awaits its answer, because typing mistakes are noticed at once: production takes
 * the highest version.
 */
export function judgeChange(
  current: DeliveryAddress,
  { address, version }: Requested,
  now: Date,
): 'change' | 'same' | 'fixed' | 'outdated' | 'abroad' {
  const {
    changeState,
    version: existing,
    changeableUntil,
    requested,
    refusal: _,
    isUnreached: __,
    ...stands
  } = current;
  const meant = changeState === 'RequestSent' && requested ? requested : stands;
  if (address.country !== stands.country) return 'abroad';
  if (isDeepStrictEqual(normaliseAddress(address), normaliseAddress(meant))) return 'same';
  if (changeableUntil === null || Date.parse(changeableUntil) <= now.getTime()) return 'fixed';
  return version === undefined || version === existing ? 'change' : 'outdated';
}
