import { isDeepStrictEqual } from 'node:util';
import {
  type DeliveryAddress,
  displayStatusOf,
  normaliseAddress,
  type OrderAddress,
} from '@keepsake/contracts';
import { byTime, type Happened, pick } from './rules.ts';

export type AddressChange = {
  version: number;
  address: OrderAddress;
  requestedAt: Date;
  /** When production could not be told; its answer counts all the same, should it have one. */
  givenUpAt: Date | null;
};

/** Where an order was to be sent, as it was placed. */
export type PlacedAddress = {
  address: OrderAddress;
  changeableUntil: Date | null;
  /** Whatever production said of a time: it is sent or cancelled, or nobody would answer. */
  isFixed: boolean;
};

const ANSWERS = { 'address-accepted': 'SuccessfulUpdate', 'address-refused': 'RequestFailed' } as const;
/** By whether production could not be told. */
const UNANSWERED = { false: 'RequestSent', true: 'RequestFailed' } as const;
type Answer = Extract<Happened, { type: keyof typeof ANSWERS }>;

/** Where an order is sent to, and what became of the last change that was asked for. */
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

/** Whether an order of this status has left, or never will. */
export const isSentOrCancelled = (status: string) =>
  ['Sent', 'Cancelled'].includes(displayStatusOf(status) ?? '');

type Asked = {
  address: OrderAddress;
  /** Of the address that the customer saw, if they say so. */
  version: number | undefined;
};

/**
 * What becomes of a wish for another address: `change`; `same`, it is asked for or so already, as after a second press; `fixed`,
 * it cannot be changed or no longer; `outdated`, the customer did not see what it is now; `abroad`, delivery there was not
 * paid for. While a change waits for its answer another one may follow, because what was mistyped is seen at once:
 * production takes the highest version.
 */
export function judgeChange(
  current: DeliveryAddress,
  { address, version }: Asked,
  now: Date,
): 'change' | 'same' | 'fixed' | 'outdated' | 'abroad' {
  const {
    changeState,
    version: known,
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
  return version === undefined || version === known ? 'change' : 'outdated';
}
