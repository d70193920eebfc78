import type { NeededBy, setOrderNeededBy } from '@keepsake/contracts/orders/needed-by';
import type { BodyOf } from '@keepsake/contracts/platform/endpoint';

export type NeededChange = BodyOf<typeof setOrderNeededBy>;

/** What a needed date is set for. */
export type NeededSubject = {
  /** The customer's name for it. */
  name: string;
  neededBy: NeededBy | null;
  /** Time zone of its channel. */
  timeZone: string;
  /** Tag of its queries. */
  tag: 'Orders' | 'Projects';
  send: (change: NeededChange) => Promise<unknown>;
};
