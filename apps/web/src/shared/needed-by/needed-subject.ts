import type { BodyOf, NeededBy, setOrderNeededBy } from '@keepsake/contracts';

export type NeededChange = BodyOf<typeof setOrderNeededBy>;

/** What a date is set for. */
export type NeededSubject = {
  /** What the customer calls it. */
  name: string;
  neededBy: NeededBy | null;
  /** Of its channel. */
  timeZone: string;
  /** Tag of the queries about it. */
  tag: 'Orders' | 'Projects';
  send: (change: NeededChange) => Promise<unknown>;
};
