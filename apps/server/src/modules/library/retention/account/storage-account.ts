import type { StorageReminder } from '@keepsake/contracts';

/** A day of the calendar of the customer's channel, YYYY-MM-DD. */
export type Day = string;

/** What decides how long a customer's photos are kept. */
export type Account = {
  projectedDeletionDate: Day;
  delayedDeletionDate: Day | null;
  state: 'kept' | 'hidden' | 'deleting';
  graceEndsOn: Day | null;
  exportedFor: Day | null;
  delays: number;
};

/** What else matters at the moment of a decision. */
export type Facts = {
  hasPhotos: boolean;
  /** Whether a mail can be addressed to the customer. */
  isReachable: boolean;
  /** Whether the deletion of the library goes on. */
  isBeingDeleted: boolean;
  reminders: readonly { deletionDate: Day; reminder: StorageReminder; sentOn: Day | null }[];
};

/** The last day on which the photos are kept [RET-19]. */
export function deletionDateOf({ delayedDeletionDate, projectedDeletionDate }: Account): Day {
  return delayedDeletionDate ?? projectedDeletionDate;
}
