import type { BodyOf, NeededBy, setOrderNeededBy } from '@keepsake/contracts';

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
